/** What a person typed in a text that Codex wraps. Pure. */

/** How texts begin that the client writes in the person's name. */
const OF_CLIENT =
  /^\s*(?:<(?:environment_context|user_instructions|user_action|user_shell_command|turn_aborted|subagent_notification|hook_prompt|skill|image name=|\/image)|# AGENTS\.md instructions|\[Image [^\]]*\]\s*$)/;

/** Heading before a person's words, where the client describes what is on the screen. */
const REQUEST = '## My request for Codex:';

/** Whether the client wrote a text. */
export function isOfClient(text: string): boolean {
  return OF_CLIENT.test(text);
}

/** Returns the person's words of a text that may describe the screen before them. */
export function wordsOf(text: string): string {
  const at = text.trimStart().startsWith('# ') ? text.lastIndexOf(REQUEST) : -1;
  return at === -1 ? text : text.slice(at + REQUEST.length).trimStart();
}
