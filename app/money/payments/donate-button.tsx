import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { LinkButton } from '#app/ui/button.tsx'
import { useFetchedDialog } from '#app/ui/use-fetched-dialog.ts'
import { followGive } from './give-bar.ts'
import type { Giving } from './giving.ts'

const fetchDialog = () => import('./give-dialog.tsx')
const GiveDialog = lazy(fetchDialog)

export type Give = { slug: string; title: string }

/**
 * Opens the form for giving in a dialog; without a script, the control is a link to the form. Each control has a dialog
 * of its own: the page around them must not render again while parts of it are still on their way.
 */
function useGive({ slug, title }: Give) {
  const [giving, setGiving] = useState<Giving>()
  const address = `/fundraiser/${slug}/donate`
  const { opener, broken, wanted, ...dialog } = useFetchedDialog(address, fetchParts, 150)
  async function fetchParts() {
    const [answer] = await Promise.all([fetch(`${address}.json`), fetchDialog()])
    // The drive no longer collects: the form's own page says so.
    if (!answer.ok) return false
    setGiving((await answer.json()) as Giving)
  }
  const form = wanted && giving && (
    <Suspense>
      <div className="give-form">
        <GiveDialog open={dialog.open} onClose={dialog.close} {...{ slug, title, giving }} />
      </div>
    </Suspense>
  )
  return { opener, broken, form }
}

/** Shows the button to give, in the hero. */
export function DonateButton(give: Give) {
  const { opener, broken, form } = useGive(give)
  return (
    <>
      <div className="give-here">
        <LinkButton {...opener} size="large" wide>
          <Trans>DONATE</Trans>
        </LinkButton>
        {broken && (
          <p role="alert" className="mt-1 text-sm text-stop">
            <Trans>The connection broke</Trans>
          </p>
        )}
      </div>
      {form}
    </>
  )
}

/** Shows the button in the place of gifts, where there is none yet. */
export function FirstGift(give: Give) {
  const { opener, broken, form } = useGive(give)
  return (
    <>
      <p>
        <Trans>Nobody has given yet.</Trans>{' '}
        <Link {...opener} className="text-link inline-flex min-h-11 items-center">
          <Trans>Be the first to give</Trans>
        </Link>
      </p>
      {broken && (
        <p role="alert" className="text-sm text-stop">
          <Trans>The connection broke</Trans>
        </p>
      )}
      {form}
    </>
  )
}

/**
 * Shows the button at the lower edge of the screen, while the one in the hero is out of sight. Has a place of its own
 * below the footer, so that it covers nothing permanently.
 */
export function GiveBar(give: Give) {
  const { t } = useLingui()
  const { opener, broken, form } = useGive(give)
  const bar = useRef<HTMLElement>(null)
  useEffect(() => followGive(bar.current), [])
  return (
    <>
      <section
        ref={bar}
        data-part="give-bar"
        aria-label={t`DONATE`}
        className="give-bar"
        data-title={give.title}
        data-broken={broken ? t`The connection broke` : undefined}
        dir="auto"
      >
        <LinkButton {...opener} size="large">
          <Trans>DONATE</Trans>
        </LinkButton>
        <p role="alert" className="sr-only">
          {broken && <Trans>The connection broke</Trans>}
        </p>
      </section>
      {form}
    </>
  )
}
