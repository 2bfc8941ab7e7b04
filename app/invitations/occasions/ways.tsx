import { useLingui } from '@lingui/react/macro'
import {
  CalendarDays,
  DoorOpen,
  HandHeart,
  House,
  IdCard,
  ListOrdered,
  Mail,
  Settings,
  UserCheck,
  Users,
} from 'lucide-react'

const icon = { 'aria-hidden': true, className: 'size-5' } as const

/** The pages of a gathering, as the sidebar groups them: a line for each. `helps`: for a helper, who chooses no other. */
export function useGatheringWays(slug: string, helps: boolean) {
  const { t } = useLingui()
  const way = (page: string, label: string, Icon: typeof House) => ({
    to: `/gathering/${slug}/${page}`,
    label,
    icon: <Icon {...icon} />,
  })
  return [
    {
      items: [
        way('home', t`Home`, House),
        way('occasions', t`Occasions`, CalendarDays),
        way('card', t`Card`, IdCard),
        way('guests', t`Guests`, Users),
        way('waiting', t`Waitlist`, ListOrdered),
        way('messages', t`Messages`, Mail),
        way('door', t`Door`, DoorOpen),
        way('after', t({ message: 'After', context: 'occasion' }), HandHeart),
        ...(helps ? [] : [way('helpers', t`Helpers`, UserCheck)]),
        way('settings', t`Settings`, Settings),
      ],
    },
  ]
}
