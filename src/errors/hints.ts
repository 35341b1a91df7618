/** Hints for each error code of the core. They name commands, so they belong here. */

const SPEC_FORM = 'it has the form of an entry of `models/manifest.json` in the folder of Mementor';

const HINTS: Readonly<Record<string, string>> = {
  ADDON_MISSING:
    'run `npm install` in the folder where Mementor is installed, or reinstall it with its optional dependencies',
  CODE_NOT_INDEXED: '`mementor index` reads the files of the project',
  CODE_UNKNOWN: 'name a file from the root of the project, `Class.method`, or `path/of/file:name`',
  CODE_BUSY: 'wait a moment and try again',
  CODE_FAILED:
    'run `mementor index` again; the files in the folder `code` of the home can be deleted',
  FOLDER_UNREADABLE: 'check the path and its permissions',
  DATABASE_MISSING:
    'run `mementor ingest --all` to read the transcripts that Claude Code still has; where hooks are on (`mementor status`), the next conversation is stored by itself',
  DATABASE_NEWER:
    'a newer Mementor wrote it: update this one. Nothing was changed; until then nothing is added to prompts, and what the hooks hand over waits',
  DATABASE_OLDER:
    'a Mementor from before the first release wrote it, and nothing was changed. Run `mementor export FILE` with that one, move the database elsewhere, and `mementor import FILE`; or move it elsewhere and run `mementor ingest --all` to begin anew',
  DATABASE_BUSY: 'wait a moment and try again: another process is writing',
  DATABASE_CORRUPT:
    'run `mementor repair`: it moves a damaged file aside, deletes nothing, recovers what can be read, and rebuilds the indexes',
  DATABASE_FOREIGN:
    'nothing was changed. Move the file elsewhere; if it is your memory and somebody changed its tables, `mementor import FILE` then reads what it contains',
  FORGOTTEN_STORED:
    'nothing of it is shown. `mementor ingest`, like every command that writes, takes it out again, from backups too',
  LOG_DAMAGED: 'run `mementor repair`: it reads the transcripts again that may hold it',
  DATABASE: 'run `mementor doctor` to check the database and the disk',
  DISK_FULL: 'free some space and run the command again; what is stored stays',
  BACKUP_UNUSABLE:
    'the memory itself is as it should be; `mementor doctor` names the backup and what to do',
  BACKUPS_BROKEN:
    'repair `backups` in it, a list of paths, or empty that list after you deleted the backups: they hold what is forgotten from now on',
  MUTED_BROKEN: 'repair `muted` in it, or delete that part: then nothing is muted',
  HOME_UNWRITABLE:
    'set MEMENTOR_HOME to a folder that can be created and written, or change who may write to this one; `mementor doctor` says whose its files are',
  LOCKS_FAIL:
    'move the folder to a disk of this machine, name it in MEMENTOR_HOME, and run `mementor enable` again: some network disks give no locks',
  FILE_UNREADABLE:
    'check the path and its permissions; `mementor doctor` says whose the files of the memory are',
  FILE_UNWRITABLE:
    'give a path in a folder that is there and writable, to a file that is not there yet',
  TRANSCRIPT_UNREADABLE: 'check the path and its permissions',
  MODEL_UNKNOWN: '`mementor model list` shows the models; until then search uses words only',
  ENGINE_MISSING:
    'install ONNX Runtime and name its library in MEMENTOR_ONNXRUNTIME, or run `mementor model use default`; search by words keeps working',
  ENGINE_UNUSABLE:
    'name another library in MEMENTOR_ONNXRUNTIME, or run `mementor model use default`; search by words keeps working',
  ENGINES_MISSING:
    '`mementor doctor` says how to get it; `mementor model use default` goes back to the bundled model; search by words keeps working',
  ENGINES_UNUSABLE:
    'build or install it again, in the version of Mementor, or run `mementor model use default`; search by words keeps working',
  MODEL_MISSING:
    'install Mementor again to get the model back (in a clone, `npm install` makes it); search by words keeps working',
  MODEL_UNUSABLE:
    'install Mementor again to get the model back (in a clone, `npm install` makes it); search by words keeps working',
  MODEL_NAME:
    'names are made of letters, digits, dots, hyphens and underscores, and begin with no dot',
  IMPORT_UNREADABLE: 'give a folder with the files of a model and not much else',
  IMPORT_INVALID: SPEC_FORM,
  IMPORT_INCOMPLETE: 'put it there under any name; files are known by their content',
  IMPORT_UNKNOWN: `another model needs a model.json beside its files: ${SPEC_FORM}`,
  MASK_INVALID:
    '`mementor config` shows where it is set and how to repair it; nothing is stored until then',
  EXCLUDE_INVALID:
    '`mementor config` shows where it is set and how to repair it; nothing is stored until then',
  NOTE_SUMMARY:
    'the first line is the summary; put the rest on lines of its own: it becomes the body',
  NOTE_TOO_LARGE: 'keep the text in a file of the project, and name it with `--file`',
  NOTE_UNKNOWN: '`mementor notes --state all` lists notes with their ids',
  NOTE_AMBIGUOUS: 'give more characters of the id; `mementor notes --state all` lists them',
  ID_AMBIGUOUS: 'give more of the id',
  NOTE_MOVE: '`mementor notes show ID --history` shows how it came to be so',
  NOTE_OF_PERSON:
    'ask the user; they change it with `mementor notes set ID archived`, or delete it with `mementor notes delete ID`',
  NOTE_UNDO: '`mementor notes show ID --history` numbers all that was said about a note',
  NOTE_EXCLUDED: '`mementor config exclude` shows the globs',
  INTERNAL: 'this is a bug in Mementor: please report it with what you did',
};

/** Returns the hint for an error code. */
export function hintFor(code: string): string | undefined {
  return HINTS[code];
}
