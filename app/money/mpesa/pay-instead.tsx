import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { helpPage } from '#app/kit/choices.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Instead } from './claim.server.ts'
import { CodeField, PayInLines } from './claim-fields.tsx'
import { payPath } from './prompt.ts'

type InsteadProps = { reference: string; amount: number; instead: Instead }

/**
 * Shows the way by the menu of the phone. Without a script it is a page of its own: this page reloads itself again and again,
 * and would lose what is typed.
 */
export function PayInstead(props: InsteadProps) {
  const [isScripted, setScripted] = useState(false)
  useEffect(() => setScripted(true), [])
  const { reference, instead } = props
  const words = <InsteadWords kind={instead.kind} />
  if (!isScripted)
    return (
      <a
        href={`${payPath(reference)}/code`}
        className={`no-underline ${buttonClass({ variant: 'secondary', wide: true })}`}
      >
        {words}
      </a>
    )
  return (
    <details open={instead.code !== null || undefined} className="text-left">
      <summary
        className={`list-none [&::-webkit-details-marker]:hidden ${buttonClass({ variant: 'secondary', wide: true })}`}
      >
        {words}
      </summary>
      <div className="pt-4">
        <InsteadForm {...props} />
      </div>
    </details>
  )
}

/** Names the way. M-Pesa's menu has another entry for a till. */
export const InsteadWords = ({ kind }: { kind: Instead['kind'] }) =>
  kind === 'till' ? <Trans>I paid to the till instead</Trans> : <Trans>I paid by Paybill instead</Trans>

/** Shows the number, account (a till has none) and amount to pay, and the field for M-Pesa's code. */
export function InsteadForm({ reference, amount, instead, first }: InsteadProps & { first?: Answer | undefined }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const sum = moneyText(amount)
  return (
    <Form method="post" action={`${payPath(reference)}/code`} noValidate className="grid gap-4 text-left">
      {instead.code && <BecameOf code={instead.code} isLookedFor={instead.isLookedFor} />}
      <p>
        {instead.kind === 'till' ? (
          <Trans>
            In the M-Pesa menu choose Lipa na M-Pesa and Buy Goods. Send <span className="figures">{sum}</span> to:
          </Trans>
        ) : (
          <Trans>
            In the M-Pesa menu choose Lipa na M-Pesa and Pay Bill. Send <span className="figures">{sum}</span> to:
          </Trans>
        )}
      </p>
      <PayInLines payIn={instead} />
      <CodeField answer={answer} />
      {!answer?.errors && <Refused answer={answer} />}
      <Button busy={busy} busyText={t`Looking...`} wide>
        <Trans>Find my payment</Trans>
      </Button>
    </Form>
  )
}

/** Says what became of the code that was typed. */
const BecameOf = ({ code, isLookedFor }: { code: string; isLookedFor: boolean }) =>
  isLookedFor ? (
    <Notice title={<Trans>We are looking for {code}</Trans>}>
      <Trans>
        This page says so as soon as M-Pesa shows it to us. You may close it: your gift counts all the same.
      </Trans>
    </Notice>
  ) : (
    <Notice tone="warn" title={<Trans>We could not match {code} with this gift</Trans>}>
      <Trans>
        Please compare it with M-Pesa’s message and enter it again. If M-Pesa returned the money, you have a message
        about that, too. If neither helps, <a href={helpPage}>write to us</a>.
      </Trans>
    </Notice>
  )
