import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Monitor, Smartphone, Tablet } from 'lucide-react'
import { clockIn, dayAt, dayIn } from '#app/kit/time.ts'
import { listView } from '#app/ui/list-view.tsx'
import type { DeviceType } from './report-view.ts'
import { deviceWords, viewPlaceWords } from './view.ts'

type ViewSeen = { id: number; deviceType: DeviceType; viewedAt: Date; location: string; address: string }

const icons = { mobile: Smartphone, tablet: Tablet, desktop: Monitor }

/** The list of views, one by one. The file says the hour as spreadsheets sort it. */
export const viewsView = listView<ViewSeen>()({
  address: '/fund-drive/:slug/analytics',
  caption: msg`The newest views`,
  fields: {},
  columns: [
    {
      key: 'device',
      head: msg`Device Type`,
      lead: true,
      cell: (view) => <Device type={view.deviceType} />,
      plain: ({ deviceType }, { words }) => words._(deviceWords[deviceType]),
    },
    {
      key: 'date',
      head: msg`Date`,
      cell: ({ viewedAt }, { language }) => dayIn(language, viewedAt),
      plain: ({ viewedAt }) => dayAt(viewedAt),
    },
    {
      key: 'time',
      head: msg`Time`,
      cell: ({ viewedAt }, { language }) => clockIn(language, viewedAt),
      plain: ({ viewedAt }) => clockIn('en', viewedAt),
    },
    {
      key: 'place',
      head: msg`Location`,
      cell: ({ location }, { words }) => <span className="wrap-anywhere">{placeSaid(location, words)}</span>,
      plain: ({ location }, { words }) => placeSaid(location, words),
    },
    {
      key: 'address',
      head: msg`IP`,
      cell: ({ address }) => <span className="figures break-all">{address || '–'}</span>,
      plain: ({ address }) => address,
    },
  ],
  rowKey: ({ id }) => String(id),
  empty: {
    none: {
      title: msg`No views yet`,
      text: msg`Share your fund drive: who comes to see it will be counted here.`,
    },
  },
  keepHead: true,
  level: 3,
})

function Device({ type }: { type: DeviceType }) {
  const { t } = useLingui()
  const Icon = icons[type]
  return (
    <span className="inline-flex items-center gap-2">
      <Icon aria-hidden="true" className="size-4 text-muted" />
      {t(deviceWords[type])}
    </span>
  )
}

function placeSaid(place: string, words: I18n): string {
  const said = viewPlaceWords(place)
  return typeof said === 'string' ? said : words._(said)
}
