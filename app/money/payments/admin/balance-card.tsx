import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Compared } from './balance.server.ts'

type BalanceCardProps = {
  title: ReactNode
  compared: Compared | null
  /** The address of the form that asks. */
  action: string
  busyText: string
  canAsk?: boolean
}

/** Shows our money at a provider, as it says and as we say. */
export function BalanceCard({ title, compared, action, busyText, canAsk = true }: BalanceCardProps) {
  const { i18n } = useLingui()
  const { Form, busy } = useFormAction()
  const when = compared ? momentIn(i18n.locale as Language, compared.at) : ''
  return (
    <Card
      title={title}
      text={
        compared ? (
          <Trans>Compared on {when}, and every night.</Trans>
        ) : (
          <Trans>Not compared yet. Runs every night.</Trans>
        )
      }
    >
      <div className="grid gap-4">
        {compared && <Outcome compared={compared} />}
        {canAsk && (
          <Form method="post" action={action}>
            <Button variant="secondary" busy={busy} busyText={busyText}>
              <Trans>Compare now</Trans>
            </Button>
          </Form>
        )}
      </div>
    </Card>
  )
}

function Outcome({ compared: { outcome, theirs, ours, away } }: { compared: Compared }) {
  return (
    <>
      {outcome === 'same' && (
        <Notice
          tone="gain"
          title={theirs === ours ? <Trans>Matches</Trans> : <Trans>Matches within what is on its way</Trans>}
        />
      )}
      {outcome === 'differs' && <Notice tone="stop" title={<Trans>Doesn’t match</Trans>} />}
      {outcome === 'unknown' && <Notice tone="warn" title={<Trans>The provider gave no answer</Trans>} />}
      <dl className="grid gap-1">
        {theirs !== null && <Line name={<Trans>The provider says</Trans>} cents={theirs} />}
        <Line name={<Trans>Our books said</Trans>} cents={ours} />
        {away > 0 && <Line name={<Trans>On its way, perhaps sent already</Trans>} cents={away} />}
      </dl>
    </>
  )
}

const Line = ({ name, cents }: { name: ReactNode; cents: number }) => (
  <div className="flex flex-wrap justify-between gap-x-6">
    <dt className="text-muted">{name}</dt>
    <dd className="figures ml-auto font-semibold">
      {cents < 0 ? `− ${moneyText(-cents, 'KSH')}` : moneyText(cents, 'KSH')}
    </dd>
  </div>
)
