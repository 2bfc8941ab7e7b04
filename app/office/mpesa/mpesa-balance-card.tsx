import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import type { Compared } from '../payments/balance.server.ts'
import { Outcome } from '../payments/balance-card.tsx'

/** Our money at M-Pesa, as M-Pesa says and as we say. */
export function MpesaBalanceCard({ compared, canAsk }: { compared: Compared | null; canAsk: boolean }) {
  const { t, i18n } = useLingui()
  const { Form, busy } = useDeed()
  const when = compared ? momentIn(i18n.locale as Language, compared.at) : ''
  return (
    <Card
      title={<Trans>The balance at M-Pesa</Trans>}
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
          <Form method="post" action="/admin/mpesa/balance">
            <Button variant="secondary" busy={busy} busyText={t`Asking...`}>
              <Trans>Compare now</Trans>
            </Button>
          </Form>
        )}
      </div>
    </Card>
  )
}
