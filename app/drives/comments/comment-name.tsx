import { Trans } from '@lingui/react/macro'
import { nameDefault } from './comment.ts'

/** Shows a comment's author. A missing name is written in the reader's language. */
export const CommentName = ({ name }: { name: string }) => (
  <span className="wrap-anywhere font-semibold" dir="auto">
    {name === nameDefault ? <Trans>Anonymous Supporter</Trans> : name}
  </span>
)
