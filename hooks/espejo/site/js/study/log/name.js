// @ts-check

/** Name of the log's database and channel: banks in several folders of one host have a log each. */
export const LOG_NAME = "espejo" + (/\w\/(.+)assets/.exec(import.meta.url)?.[1] ?? "");
