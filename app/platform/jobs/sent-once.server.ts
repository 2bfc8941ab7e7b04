import { createHash } from 'node:crypto'

/**
 * Stands for one sending of one form: the same when a browser sends it twice, another when anything in it differs, as
 * when a person goes back and writes anew. Null without a key, which only forms of ours carry.
 */
export const onceOf = (key: string | undefined, ...sent: (string | number | null)[]): string | null =>
  key === undefined
    ? null
    : createHash('sha256')
        .update(JSON.stringify([key, ...sent]))
        .digest('base64url')
