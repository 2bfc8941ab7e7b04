import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  Banknote,
  CalendarCheck,
  ChartColumn,
  FileText,
  HandCoins,
  House,
  Images,
  Info,
  MessageSquare,
  Settings,
  Video,
} from 'lucide-react'

const icon = { 'aria-hidden': true, className: 'size-5' } as const

type Waits = { comments: number; visits: number }

/** The pages of a drive, as the sidebar groups them, with what waits for the owner there. */
export function useCampaignWays(slug: string, waits: Waits) {
  const { t } = useLingui()
  const way = (page: string, label: string, Icon: typeof House) => ({
    to: `/fund-drive/${slug}/${page}`,
    label,
    icon: <Icon {...icon} />,
  })
  const waitingOf = (count: number) => ({
    count,
    says: t`${plural(count, { one: '# needs your answer', other: '# need your answer' })}`,
  })
  return [
    { items: [way('home', t`Home`, House)] },
    {
      title: t`Personalization`,
      items: [
        way('info', t`Info`, Info),
        way('description', t`Description`, FileText),
        way('images', t`Images`, Images),
        way('video', t`Video`, Video),
      ],
    },
    {
      title: t`Utilities`,
      items: [
        way('donations', t`Donations`, HandCoins),
        way('payouts', t`Payouts`, Banknote),
        { ...way('comments', t`Comments`, MessageSquare), waiting: waitingOf(waits.comments) },
        { ...way('rsvps', t`RSVPs`, CalendarCheck), waiting: waitingOf(waits.visits) },
      ],
    },
    {
      title: t`Settings`,
      items: [way('analytics', t`Analytics`, ChartColumn), way('settings', t`Settings`, Settings)],
    },
  ]
}
