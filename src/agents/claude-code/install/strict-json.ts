/** What Claude Code takes for JSON. */

import type { JsonForm } from '../../settings-file/settings-json.ts';

export const STRICT_JSON: JsonForm = { client: 'Claude Code', comments: false };
