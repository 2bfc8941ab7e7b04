import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { BadgeCheck } from 'lucide-react'
import { type MouseEvent, Suspense, useMemo } from 'react'
import { isLanguage } from '#app/kit/languages.ts'
import { dayIn } from '#app/kit/time.ts'
import { fetched } from '#app/ui/fetched.tsx'
import { openSheet, Sheet } from '#app/ui/sheet.tsx'
import { whenNear } from '#app/ui/static-page.ts'

const { near, come } = whenNear()

/** The server draws it with the page; its code comes later. */
const Checked = fetched(async () => {
  await near
  return (await import('./checked.tsx')).Checked
})

type Published = { publishedAt: Date; publishedWith: 'email' | 'phone' }

/** Shows the badge, and behind it its meaning: what was checked and when, and what was not. */
export function VerifiedBadge({ publishedAt, publishedWith }: Published) {
  const { i18n } = useLingui()
  const day = dayIn(isLanguage(i18n.locale) ? i18n.locale : 'en', publishedAt)
  // The content stays until its code is loaded: updates of the page would have to wait for it.
  const checked = useMemo(
    () => (
      <Suspense>
        <Checked day={day} by={publishedWith} />
      </Suspense>
    ),
    [day, publishedWith],
  )
  const open = (event: MouseEvent<HTMLButtonElement>) => {
    come()
    openSheet(event)
  }
  return (
    <>
      <button
        type="button"
        popoverTarget="verified"
        onPointerEnter={come}
        onFocus={come}
        onClick={open}
        className="relative inline-flex items-center gap-1.5 rounded-badge bg-brand-soft px-2.5 py-0.5 font-semibold text-[0.8125rem] text-muted before:absolute before:-inset-y-2.5 before:inset-x-0 before:content-['']"
      >
        <BadgeCheck aria-hidden="true" className="size-4" />
        <span className="underline decoration-dotted underline-offset-3">
          <Trans>Verified Fundraiser</Trans>
        </span>
      </button>
      <Sheet id="verified" title={<Trans>What was checked</Trans>}>
        {checked}
      </Sheet>
    </>
  )
}
