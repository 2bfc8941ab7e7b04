import { Trans } from '@lingui/react/macro'
import { Building2, Smartphone } from 'lucide-react'
import { Card } from '#app/ui/card.tsx'
import type { MethodShown } from '../method.ts'

/** Where somebody's money can be sent, as administrators see it: of each number only the end. */
export function MethodsSeen({ methods }: { methods: MethodShown[] }) {
  return (
    <Card title={<Trans>Withdrawal methods</Trans>}>
      {methods.length === 0 ? (
        <p className="text-muted">
          <Trans>None yet. They are added with the first withdrawal.</Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {methods.map(({ id, type, through, number, name, usableFrom }) => {
            const Icon = type === 'bank' ? Building2 : Smartphone
            return (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
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
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
