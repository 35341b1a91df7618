/** Aider, whose history is in the project. */

import { historyTool } from '../history.ts';

export const aider = historyTool({
  name: 'aider',
  displayName: 'Aider',
  isHistory: (path) => /(?:^|[/\\])\.aider\.chat\.history\.md$/.test(path),
  isEntry: (line) => line.startsWith('# aider chat started at '),
  resumeWords: () => ['aider', '--restore-chat-history'],
});
