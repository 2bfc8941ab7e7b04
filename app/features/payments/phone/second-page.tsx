import { Trans, useLingui } from '@lingui/react/macro'
import { Undo2, UsersRound } from 'lucide-react'
import { moneyText } from '#app/kit/money.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { ResultCard } from '../result-card.tsx'
import { type Second, secondPath } from './second.ts'

type SecondProps = { reference: string; second: Second; title: string | null }

const icon = { 'aria-hidden': true, className: 'size-9' } as const

/** Both requests for one gift were paid: its giver says what becomes of the second. */
export function SecondPage({ reference, second, title }: SecondProps) {
  const { t } = useLingui()
  const { Form, busy } = useDeed()
  const { amount, drive, goesBack } = second
  const sum = moneyText(amount)
  return (
    <ResultCard
      tone="open"
      slug={drive?.slug ?? 'harambee'}
      icon={goesBack ? <Undo2 {...icon} /> : <UsersRound {...icon} />}
      heading={goesBack ? <Trans>We send {sum} back to you</Trans> : <Trans>You paid twice</Trans>}
      text={
        goesBack ? (
          <Trans>It is sent to the number that paid. M-Pesa tells you by a message when it is there.</Trans>
        ) : (
          <Trans>Your gift counts. {sum} arrived a second time. Do you want to give both, or have one back?</Trans>
        )
      }
    >
      {title && (
        <p dir="auto" className="mt-3 font-semibold wrap-anywhere">
          {title}
        </p>
      )}
      {!goesBack && (
        <>
          <Form
            method="post"
            action={secondPath(reference)}
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
            <Trans>If you do not answer within three days, we send it back to the number that paid.</Trans>
          </p>
        </>
      )}
    </ResultCard>
  )
}

/** On the page that thanks. */
export const PaidTwice = ({ reference, amount }: { reference: string; amount: number }) => (
  <Notice tone="warn" className="mx-auto mb-5 w-full max-w-xl" title={<Trans>You paid twice</Trans>}>
    <Trans>{moneyText(amount)} arrived a second time.</Trans>{' '}
    <a href={secondPath(reference)} className="text-link">
      <Trans>Give both, or have one back</Trans>
    </a>
  </Notice>
)
