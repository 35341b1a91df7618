/** Permissions of files and folders that only their owner may read. */

export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;
