import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { LinkButton } from '#app/ui/button.tsx'
import { useFetchedDialog } from '#app/ui/use-fetched-dialog.ts'
import type { Giving } from './giving.ts'

const fetchDialog = () => import('./give-dialog.tsx')
const GiveDialog = lazy(fetchDialog)

/**
 * The way to give: on phones a bar at the bottom edge, from 768 px it floats at the right. Both stick to the end of the page,
 * so that nothing stands below them for good. A link to the form; with a script a button that opens it in a dialog.
 */
export function DonateButton({ slug, title }: { slug: string; title: string }) {
  const [giving, setGiving] = useState<Giving>()
  const address = `/fundraiser/${slug}/donate`
  const dialog = useFetchedDialog(address, async () => {
    const [answer] = await Promise.all([giving ? undefined : fetch(`${address}.json`), fetchDialog()])
    // It does not collect any more: the form's own page says so.
    if (answer && !answer.ok) return location.assign(address)
    if (answer) setGiving((await answer.json()) as Giving)
  })
  return (
    <div className="give-bar">
      {dialog.broken && (
        <p role="alert" className="mb-1 rounded-control bg-card px-2 text-sm text-stop">
          <Trans>The connection broke</Trans>
        </p>
      )}
      <LinkButton {...dialog.opener} size="large">
        <Trans>DONATE</Trans>
      </LinkButton>
      {dialog.wanted && giving && (
        <Suspense>
          <GiveDialog open={dialog.open} onClose={dialog.close} {...{ slug, title, giving }} />
        </Suspense>
      )}
    </div>
  )
}
