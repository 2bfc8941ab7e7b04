import { Fragment, type ReactNode } from 'react'

/** One letter, a hyphen and a word: M-Pesa, T-Kash, e-mail. */
const short = /(?<![\p{L}\p{N}-])(\p{L}-\p{L}+)/u

/** Keeps such words on one line, where a browser would break them behind their hyphen. What is no plain text stays as it is. */
export function Unbroken({ children }: { children: ReactNode }) {
  if (typeof children !== 'string') return children
  // Every second piece is one of them.
  return children.split(short).map((piece, nr) =>
    nr % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no names
      <span key={nr} className="whitespace-nowrap">
        {piece}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Fragment key={nr}>{piece}</Fragment>
    ),
  )
}
