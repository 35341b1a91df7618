/** Permissions of what nobody but its owner is to read. */

export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;
