import { Trans, useLingui } from '@lingui/react/macro'
import { Monitor, Smartphone, Tablet } from 'lucide-react'
import type { Language } from '#app/kit/languages.ts'
import { clockIn, dayIn } from '#app/kit/time.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import type { DeviceType } from './view.ts'
import { columnWords, deviceWords, placeWords } from './view-words.ts'

export type ViewSeen = { id: number; deviceType: string; viewedAt: Date; location: string; address: string }

const icons = { mobile: Smartphone, tablet: Tablet, desktop: Monitor }

/** The newest views, one by one. */
export function ViewTable({ views }: { views: ViewSeen[] }) {
  const { t, i18n } = useLingui()
  const language = i18n.locale as Language
  const columns: Column<ViewSeen>[] = [
    { key: 'device', head: t(columnWords.device), lead: true, cell: (view) => <Device type={view.deviceType} /> },
    { key: 'date', head: t(columnWords.date), cell: ({ viewedAt }) => dayIn(language, viewedAt) },
    { key: 'time', head: t(columnWords.time), cell: ({ viewedAt }) => clockIn(language, viewedAt) },
    { key: 'place', head: t(columnWords.place), cell: ({ location }) => <Place name={location} /> },
    {
      key: 'address',
      head: t(columnWords.address),
      cell: ({ address }) => <span className="figures break-all">{address || '–'}</span>,
    },
  ]
  return (
    <Table
      caption={t`The newest views`}
      columns={columns}
      rows={views}
      keepHead
      rowKey={({ id }) => String(id)}
      empty={
        <EmptyState
          level={3}
          title={t`No views yet`}
          text={<Trans>Share your fundraiser: who comes to see it will be counted here.</Trans>}
        />
      }
    />
  )
}

function Device({ type }: { type: string }) {
  const { t } = useLingui()
  const Icon = icons[type as DeviceType]
  return (
    <span className="inline-flex items-center gap-2">
      <Icon aria-hidden="true" className="size-4 text-muted" />
      {t(deviceWords[type as DeviceType])}
    </span>
  )
}

function Place({ name }: { name: string }) {
  const { t } = useLingui()
  const words = placeWords(name)
  return <span className="wrap-anywhere">{typeof words === 'string' ? words : t(words)}</span>
}
