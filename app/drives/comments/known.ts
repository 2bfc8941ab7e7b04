import type { CommentPage } from './comment.ts'

// The comments that an open page shows: what it began with, what came since, and the older ones it was asked for.

/**
 * Merges the newly loaded beginning of the list with the rest that the page knows. New comments are on top; hidden ones
 * go; nothing falls off at the end of a list that a person is reading.
 */
export function refreshed(known: CommentPage, fresh: CommentPage): CommentPage {
  const oldest = fresh.comments.at(-1)?.id
  if (fresh.next === null || oldest === undefined) return fresh
  const seen = new Set(known.comments.map(({ id }) => id))
  // So many came since that the two parts no longer meet: between them there would be a gap.
  if (!fresh.comments.some(({ id }) => seen.has(id))) return fresh
  const rest = known.comments.filter(({ id }) => id < oldest)
  return rest.length === 0 ? fresh : { comments: [...fresh.comments, ...rest], next: known.next }
}

/** The list with its next part. */
export function withMoreComments(known: CommentPage, older: CommentPage): CommentPage {
  const oldest = known.comments.at(-1)?.id ?? Number.POSITIVE_INFINITY
  return { comments: [...known.comments, ...older.comments.filter(({ id }) => id < oldest)], next: older.next }
}
