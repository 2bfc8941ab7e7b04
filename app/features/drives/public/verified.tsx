import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { BadgeCheck, Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { isLanguage } from '#app/kit/languages.ts'
import { dayIn } from '#app/kit/time.ts'
import { openSheet, Sheet } from '#app/ui/sheet.tsx'

/** The badge, and behind it what it stands for: what was checked and when, and what was not. */
export function VerifiedBadge({ publishedAt }: { publishedAt: Date }) {
  const { i18n } = useLingui()
  const day = dayIn(isLanguage(i18n.locale) ? i18n.locale : 'en', publishedAt)
  return (
    <>
      <button
        type="button"
        popoverTarget="verified"
        onClick={openSheet}
        className="relative inline-flex items-center gap-1.5 rounded-badge bg-brand-soft px-2.5 py-0.5 font-semibold text-[0.8125rem] text-muted before:absolute before:-inset-y-2.5 before:inset-x-0 before:content-['']"
      >
        <BadgeCheck aria-hidden="true" className="size-4" />
        <span className="underline decoration-dotted underline-offset-3">
          <Trans>Verified Fundraiser</Trans>
        </span>
      </button>
      <Sheet id="verified" title={<Trans>What was checked</Trans>}>
        <ul className="grid gap-3">
          <Point done>
            <Trans>The organiser’s email address was confirmed before this fundraiser was published on {day}.</Trans>
          </Point>
          <Point>
            <Trans>The organiser’s identity and the story told here were not checked by us.</Trans>
          </Point>
          <Point>
            <Trans>What happens with the money afterwards was not checked by us.</Trans>
          </Point>
        </ul>
        <p className="mt-4 text-muted">
          <Trans>Give to people you know, or ask someone who knows them.</Trans>
        </p>
      </Sheet>
    </>
  )
}

function Point({ done, children }: { done?: boolean; children: ReactNode }) {
  const Icon = done ? Check : Minus
  return (
    <li className="flex gap-3">
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${done ? 'text-gain' : 'text-muted'}`} />
      <span>{children}</span>
    </li>
  )
}
