import { Trans, useLingui } from '@lingui/react/macro'
import { Undo2, UsersRound } from 'lucide-react'
import { moneyText } from '#app/kit/money.ts'
import { ResultCard } from '#app/money/payments/result-card.tsx'
import { Button } from '#app/ui/button.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { paidTwicePath, type Second } from './paid-twice.ts'
import { Code } from './paid-twice-notice.tsx'

type SecondProps = { reference: string; second: Second; title: string | null }

const icon = { 'aria-hidden': true, className: 'size-9' } as const

/** Asks the giver whose two requests for one gift were paid what becomes of the second. */
export function PaidTwicePage({ reference, second, title }: SecondProps) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  const { is, drive, isTexted } = second
  return (
    <ResultCard tone={is === 'back' ? 'good' : 'open'} slug={drive?.slug ?? 'harambee'} {...wordsOf(second)}>
      {title && (
        <p dir="auto" className="mt-3 font-semibold wrap-anywhere">
          {title}
        </p>
      )}
      {is === 'asked' && (
        <>
          <Form
            method="post"
            action={paidTwicePath(reference)}
            className="mt-6 grid w-full gap-3 border-line border-t pt-5"
          >
            {drive && (
              <Button name="choice" value="both" busy={busy} busyText={t`Saving...`} size="large" wide>
                <Trans>Give both</Trans>
              </Button>
            )}
            <Button
              name="choice"
              value="back"
              busy={busy}
              busyText={t`Saving...`}
              variant="secondary"
              size="large"
              wide
            >
              <Trans>Send one back</Trans>
            </Button>
          </Form>
          <p className="mt-4 text-muted text-sm">
            {isTexted ? (
              <Trans>
                We sent you a text about this. If you do not answer within three days of it, we send the money back to
                the number that paid.
              </Trans>
            ) : (
              <Trans>The money waits for your answer.</Trans>
            )}
          </p>
        </>
      )}
    </ResultCard>
  )
}

function wordsOf({ is, amount, code }: Second) {
  const sum = moneyText(amount)
  if (is === 'asked')
    return {
      icon: <UsersRound {...icon} />,
      heading: <Trans>You paid twice</Trans>,
      text: <Trans>Your gift counts. {sum} arrived a second time. Do you want to give both, or have one back?</Trans>,
    }
  if (is === 'going back')
    return {
      icon: <Undo2 {...icon} />,
      heading: <Trans>We send {sum} back to you</Trans>,
      text: <Trans>It is sent to the number that paid. M-Pesa tells you by a message when it is there.</Trans>,
    }
  return {
    icon: <Undo2 {...icon} />,
    heading: <Trans>{sum} was returned to you</Trans>,
    text: (
      <>
        <Trans>It is on the number that paid. Your gift counts once.</Trans> <Code code={code} />
      </>
    ),
  }
}
