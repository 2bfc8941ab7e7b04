import { Trans, useLingui } from '@lingui/react/macro'
import { Building2, Smartphone } from 'lucide-react'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import type { MethodShown } from './method.ts'

/** Where one's money can be sent. A request that is under way keeps its own copy. */
export function MethodsCard({ base, methods }: { base: string; methods: MethodShown[] }) {
  if (methods.length === 0) return null
  return (
    <Card
      title={<Trans>Withdrawal methods</Trans>}
      text={<Trans>Money that is already on its way goes where it was sent, even after you remove a method.</Trans>}
      level={3}
    >
      <ul className="divide-y divide-line">
        {methods.map((method) => (
          <Method key={method.id} base={base} method={method} />
        ))}
      </ul>
    </Card>
  )
}

function Method({
  base,
  method: { id, type, through, number, name, usableFrom },
}: {
  base: string
  method: MethodShown
}) {
  const { t } = useLingui()
  const { Form, busy } = useDeed()
  const Icon = type === 'bank' ? Building2 : Smartphone
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">
          {through} <span className="figures whitespace-nowrap">{number}</span>
        </p>
        {name && <p className="wrap-anywhere text-muted text-sm">{name}</p>}
        {usableFrom && (
          <p className="text-sm text-warn">
            <Trans>New: it can be used from {usableFrom}</Trans>
          </p>
        )}
      </div>
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
    </li>
  )
}
