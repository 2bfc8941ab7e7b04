import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Table } from '#app/ui/table.tsx'

type Gift = { id: string; donor: string; amount: number; channel: string; message: string; at: Date }

/** What came in, newest first, and what it adds up to. */
export function GiftsTable({ gifts, raised }: { gifts: Gift[]; raised: number }) {
  const { t, i18n } = useLingui()
  const total = moneyText(raised)
  return (
    <Table
      caption={t`Donations`}
      rows={gifts}
      rowKey={({ id }) => id}
      keepHead
      columns={[
        { key: 'donor', head: t`Donor`, cell: ({ donor }) => donor, lead: true },
        { key: 'amount', head: t`Amount`, cell: ({ amount }) => moneyText(amount), align: 'right' },
        { key: 'channel', head: t`Channel`, cell: ({ channel }) => channel },
        { key: 'message', head: t`Message`, cell: ({ message }) => message },
        { key: 'at', head: t`Date`, cell: ({ at }) => momentIn(i18n.locale as Language, at) },
      ]}
      empty={
        <EmptyState
          level={3}
          title={<Trans>No donations yet</Trans>}
          text={
            <Trans>
              Each gift will stand here as soon as it is in: from whom, how much, and what was written with it.
            </Trans>
          }
        />
      }
      foot={
        <p className="flex flex-wrap justify-between gap-x-4">
          <span className="font-semibold">
            <Trans>Total Raised</Trans>
          </span>
          <span className="figures font-bold">{total}</span>
        </p>
      }
    />
  )
}
