import { Plural, Trans } from '@lingui/react/macro'
import { decisionDialog } from '#app/admin/decision-dialog.tsx'
import { givingViews } from '#app/drives/drive/admin/decisions.ts'
import type { Answer } from '#app/kit/says.ts'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { giveViews } from './give.server.ts'

export const action = giveViews.action
export default decisionDialog(givingViews, ({ viewsLeft }, answer) => <GiftField left={viewsLeft} answer={answer} />)

/** How many views are given. */
const GiftField = ({ left, answer }: { left: number; answer: Answer | undefined }) => (
  <Field
    name="views"
    label={<Trans>Number of views</Trans>}
    answer={answer}
    required
    hint={<Plural value={left} one="# view is left now." other="# views are left now." />}
  >
    <Input inputMode="numeric" autoComplete="off" maxLength={10} />
  </Field>
)
