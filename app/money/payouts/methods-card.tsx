import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { MethodLine } from './method-line.tsx'
import type { MethodShown } from './payout.ts'

/** Where one's money can be sent. A request that is under way keeps its own copy. */
export function MethodsCard({ base, methods }: { base: string; methods: MethodShown[] }) {
  if (methods.length === 0) return null
  return (
    <Card
      title={<Trans>Withdrawal methods</Trans>}
      text={<Trans>Removing a method doesn't affect transfers in progress.</Trans>}
      level={3}
    >
      <ul className="divide-y divide-line">
        {methods.map((method) => (
          <OwnMethod key={method.id} base={base} method={method} />
        ))}
      </ul>
    </Card>
  )
}

function OwnMethod({ base, method }: { base: string; method: MethodShown }) {
  const { t } = useLingui()
  const { Form, busy } = useDeed()
  const { id, through, number } = method
  return (
    <MethodLine method={method}>
      <Changing>
        <Form method="post" action={`${base}/methods/remove`}>
          <input type="hidden" name="method" value={id} />
          <Button
            variant="ghost"
            size="small"
            busy={busy}
            busyText={t`Removing...`}
            aria-label={t`Remove ${through} ${number}`}
          >
            <Trans>Remove</Trans>
          </Button>
        </Form>
      </Changing>
    </MethodLine>
  )
}
