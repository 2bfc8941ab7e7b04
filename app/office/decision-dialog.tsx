import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/input.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'

type DecisionProps = {
  title: ReactNode
  /** What will come of it. */
  text: ReactNode
  /** The page that the dialog stands over. */
  back: string
  /** Who reads the reason. */
  whyHint: ReactNode
  /** What the button says, and while it does it. */
  confirm: string
  busyText: string
  danger?: boolean
  /** What the server answered to the form without a script. */
  first?: Answer | undefined
  /** What else has to be said, above the reason. */
  fields?: (answer: Answer | undefined) => ReactNode
}

/** A decision with its reason, and who is sitting there. Opened by its own address, so that it works without a script, too. */
export function Decision({ title, text, back, whyHint, confirm, busyText, danger, first, fields }: DecisionProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { Form, busy, answer = first } = useDeed()
  return (
    <Dialog
      open
      onClose={() => void navigate(back, { replace: true, preventScrollReset: true })}
      closeTo={back}
      title={title}
      text={text}
    >
      <Form method="post" action={pathname + search} noValidate className="grid gap-5">
        {answer && !answer.ok && answer.says && (
          <Notice tone="stop" title={answer.says.title}>
            {answer.says.text}
          </Notice>
        )}
        {fields?.(answer)}
        <Field name="why" label={<Trans>Reason</Trans>} answer={answer} required hint={whyHint}>
          <TextArea rows={3} maxLength={1000} />
        </Field>
        <ConfirmField answer={answer} />
        <Button variant={danger ? 'danger' : 'primary'} size="large" wide busy={busy} busyText={busyText}>
          {confirm}
        </Button>
      </Form>
    </Dialog>
  )
}
