import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import { Table } from '#app/ui/table.tsx'
import type { WholeStory } from './one.server.ts'

/** What the books say of it, in the names that the books have. */
export function PostingsTable({ postings }: Pick<WholeStory, 'postings'>) {
  const { t, i18n } = useLingui()
  const name = (code: string) => (code.startsWith('drive:') ? t`Owner’s share` : code)
  return (
    <Table
      caption={t`Postings`}
      rows={postings}
      rowKey={({ id }) => String(id)}
      columns={[
        { key: 'kind', head: t`Event`, cell: ({ kind }) => <code>{kind}</code>, lead: true },
        { key: 'debit', head: t`Debit`, cell: ({ debit }) => <code className="wrap-anywhere">{name(debit)}</code> },
        { key: 'credit', head: t`Credit`, cell: ({ credit }) => <code className="wrap-anywhere">{name(credit)}</code> },
        {
          ...{ key: 'amount', head: t`Amount`, align: 'right' },
          cell: ({ amount }) => moneyText(amount, 'KSH'),
        },
        { key: 'at', head: t`Date`, cell: ({ at }) => momentIn(i18n.locale as Language, at) },
      ]}
      empty={
        <p className="text-muted">
          <Trans>Nothing was posted.</Trans>
        </p>
      }
    />
  )
}
