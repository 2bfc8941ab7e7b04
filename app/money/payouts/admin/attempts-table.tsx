import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { reasonIn } from '#app/kit/provider-reasons.ts'
import { momentIn } from '#app/kit/time.ts'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { Table } from '#app/ui/table.tsx'
import type { AttemptState } from './office.ts'
import { attemptWords } from './office.ts'
import type { Attempt } from './one.server.ts'

const tones: Record<AttemptState, Tone> = {
  sending: 'info',
  pending: 'info',
  unknown: 'warn',
  success: 'gain',
  failed: 'stop',
  returned: 'stop',
}

/** Each time that the provider was asked to send it, and what came of that. */
export function AttemptsTable({ attempts }: { attempts: Attempt[] }) {
  const { t, i18n } = useLingui()
  const when = (at: Date | null) => (at ? momentIn(i18n.locale as Language, at) : '—')
  return (
    <Table
      caption={t`Attempts`}
      rows={attempts}
      rowKey={({ n }) => String(n)}
      columns={[
        {
          key: 'n',
          head: t`Attempt`,
          lead: true,
          cell: ({ n }) => <span className="figures">{n}</span>,
        },
        {
          key: 'state',
          head: t`State`,
          cell: ({ state, why, nextLook }) => (
            <span className="grid justify-items-end gap-1 @2xl:justify-items-start">
              <Badge tone={tones[state]}>{i18n._(attemptWords[state])}</Badge>
              {why && <span className="wrap-anywhere text-sm">{reasonIn(i18n, why)}</span>}
              {nextLook && (
                <span className="text-muted text-sm">
                  <Trans>Next check: {when(nextLook)}</Trans>
                </span>
              )}
            </span>
          ),
        },
        {
          key: 'reference',
          head: t`Reference`,
          cell: ({ reference }) => <span className="figures wrap-anywhere">{reference}</span>,
        },
        {
          key: 'code',
          head: t`Code`,
          cell: ({ code }) => <span className="figures wrap-anywhere">{code ?? '—'}</span>,
        },
        {
          key: 'fee',
          head: t`Transfer fee`,
          align: 'right',
          cell: ({ fee }) => (fee === null ? '—' : moneyText(fee, 'KSH')),
        },
        { key: 'at', head: t`Started`, cell: ({ at }) => when(at) },
        { key: 'sent', head: t`With the provider since`, cell: ({ sentAt }) => when(sentAt) },
      ]}
      empty={
        <p className="text-muted">
          <Trans>Not sent yet.</Trans>
        </p>
      }
    />
  )
}
