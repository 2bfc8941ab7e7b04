import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/input.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { textMax } from './disputes.ts'

type AnswerFormProps = {
  action: string
  amount: number
  /** What was paid were views, so the platform bears what goes back. */
  isForViews: boolean
  first: Answer | undefined
}

/** Our answer to the payer's bank: it is right, wholly or in part, or it is not, and why. It works without a script, too. */
export function AnswerForm({ action, amount, isForViews, first }: AnswerFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useDeed()
  const sum = moneyText(amount, 'KSH')
  return (
    <Form method="post" action={action} noValidate className="group/answer grid gap-5">
      {answer && !answer.ok && answer.says && (
        <Notice tone="stop" title={answer.says.title}>
          {answer.says.text}
        </Notice>
      )}
      <RadioCards
        legend={<Trans>Our answer</Trans>}
        name="is"
        {...(answer?.typed?.is ? { defaultValue: answer.typed.is } : {})}
        answer={answer}
        required
        choices={[
          {
            value: 'accept',
            label: <Trans>Accept</Trans>,
            hint: isForViews ? (
              <Trans>The payer is right: the money is refunded, and the platform pays it.</Trans>
            ) : (
              <Trans>The payer is right: the money is refunded, and the fund drive pays it.</Trans>
            ),
          },
          {
            value: 'decline',
            label: <Trans>Decline</Trans>,
            hint: <Trans>The payment was right: the bank reads what shows it, and decides.</Trans>,
          },
        ]}
      />
      <div className="group-has-[[value=decline]:checked]/answer:hidden">
        <MoneyField
          name="amount"
          label={<Trans>Amount to refund (KSH)</Trans>}
          answer={answer}
          currency="KSH"
          defaultValue={String(amount / 100)}
          hint={<Trans>If you accept: at most {sum}.</Trans>}
        />
      </div>
      <Field
        name="text"
        label={<Trans>Evidence or reason</Trans>}
        answer={answer}
        required
        hint={<Trans>The payer’s bank reads this. Write no names or numbers of others.</Trans>}
      >
        <TextArea rows={5} maxLength={textMax} />
      </Field>
      <ConfirmField answer={answer} />
      <Button size="large" busy={busy} busyText={t`Sending...`}>
        <Trans>Send our answer</Trans>
      </Button>
    </Form>
  )
}
