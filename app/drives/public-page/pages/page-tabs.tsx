import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Tabs } from '#app/ui/tabs.tsx'

type TabsProps = { tab: string; comments: number; children: ReactNode }

/** Shows the page's tabs. The gifts have an address of their own and no tab. */
export function PublicPageTabs({ tab, comments, children }: TabsProps) {
  const { t } = useLingui()
  return (
    <div id="tabs" className="column mt-8 lg:px-0">
      <Tabs
        label={t`About this fundraiser`}
        panelLabel={t`Donations`}
        current={tab}
        tabs={[
          { id: 'description', to: '?', label: t`Description` },
          { id: 'gallery', to: '?tab=gallery', label: t`Gallery` },
          { id: 'comments', to: '?tab=comments', label: t`Comments`, count: comments },
        ]}
      >
        {tab === 'gallery' && <h2 className="sr-only">{t`Gallery`}</h2>}
        {tab === 'comments' && <h2 className="sr-only">{t`Comments`}</h2>}
        {children}
      </Tabs>
    </div>
  )
}
