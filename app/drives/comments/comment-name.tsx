import { Trans } from '@lingui/react/macro'
import { nameDefault } from './comment.ts'

/** Who wrote a comment. A person who left no name is called so in the language of the reader. */
export const CommentName = ({ name }: { name: string }) => (
  <span className="wrap-anywhere font-semibold" dir="auto">
    {name === nameDefault ? <Trans>Anonymous Supporter</Trans> : name}
  </span>
)
