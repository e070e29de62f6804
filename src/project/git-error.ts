/** git can't answer; the message is for people. */
export class GitError extends Error {}
