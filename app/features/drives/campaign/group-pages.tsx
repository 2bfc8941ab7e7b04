import { useLingui } from '@lingui/react/macro'
import { PageTabs } from '#app/ui/page-tabs.tsx'

type GroupPagesProps = {
  slug: string
  /** Its owner has the helpers besides; who only looks has nothing to fill in. */
  helps: boolean
  looks: boolean
}

/** The ways between the pages of the group. */
export function GroupPages({ slug, helps, looks }: GroupPagesProps) {
  const { t } = useLingui()
  const to = (page: string) => `/fund-drive/${slug}/${page}`
  const pages = [
    { to: to('pledges'), label: t`Pledges` },
    { to: to('recorded'), label: t`Recorded gifts` },
    ...(looks ? [] : [{ to: to('bridge'), label: t`Paste a list` }]),
    { to: to('list'), label: t`List for the group` },
    ...(helps ? [] : [{ to: to('settings/helpers'), label: t`Helpers` }]),
  ]
  return <PageTabs label={t`The group`} pages={pages} />
}
