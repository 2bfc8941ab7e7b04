import { useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { PageTabs } from '#app/ui/page-tabs.tsx'
import { useReadOnly } from '#app/ui/read-only.tsx'
import { isWithin } from '#app/ui/sidebar.tsx'
import { groupPages } from './ways.tsx'

type GroupPagesProps = {
  slug: string
  /** A helper does not choose the others. */
  helps: boolean
}

/** The ways between the pages of the group, above each of them and above the helpers. */
export function GroupPages({ slug, helps }: GroupPagesProps) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  // Who only looks has nothing to fill in.
  const looks = useReadOnly()
  const to = (page: string) => `/fund-drive/${slug}/${page}`
  if (!isWithin(pathname, [...groupPages, 'settings/helpers'].map(to))) return null
  const pages = [
    { to: to('pledges'), label: t`Pledges` },
    { to: to('recorded'), label: t({ message: 'Recorded gifts', context: 'tab' }) },
    ...(looks ? [] : [{ to: to('bridge'), label: t({ message: 'Paste a list', context: 'tab' }) }]),
    { to: to('list'), label: t({ message: 'List for the group', context: 'tab' }) },
    ...(helps ? [] : [{ to: to('settings/helpers'), label: t`Helpers` }]),
  ]
  return <PageTabs label={t`The group`} pages={pages} />
}
