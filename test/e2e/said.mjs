/** What is said in more than one scenario, and how the model answers. */

export const stagingPort =
  'Remember for later: the staging database of the billing service listens on port 6543 ' +
  'because 5432 is taken by the legacy cluster.';

export const stagingQuestion =
  'on which port does the staging database of the billing service listen?';

/** The answer to whatever is to be remembered. */
export const noted = {
  match: 'Remember for later',
  steps: [['Noted, I will keep that in mind.']],
};

/** The answer to the client when it compacts. */
export function summarized(subject, summary) {
  return {
    match: '/Respond with TEXT ONLY|create a detailed summary/',
    steps: [[`<analysis>${subject}.</analysis>\n<summary>\n${summary}\n</summary>`]],
  };
}
