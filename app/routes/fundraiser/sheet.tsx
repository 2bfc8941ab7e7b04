import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { OneThing, OwnPages } from '#app/features/site/own-pages.tsx'
import type { Answer } from '#app/kit/says.ts'
import { Notice } from '#app/ui/notice.tsx'

type SheetProps = {
  heading: ReactNode
  slug: string
  /** The drive's title; null when it is not open. */
  title: string | null
  answer?: Answer
  children: ReactNode
}

/** One form of a drive's public page by itself: for browsers without a script, and to come back to what was not taken. */
export function Sheet({ heading, slug, title, answer, children }: SheetProps) {
  const refused = answer && !answer.ok ? answer.says : undefined
  return (
    <OwnPages>
      <OneThing
        title={title === null ? <Trans>Fundraiser Not Found</Trans> : heading}
        text={title ?? <Trans>This fundraiser may not exist or is no longer active.</Trans>}
        back={{ to: `/fundraiser/${slug}`, label: <Trans>Back to the fundraiser</Trans> }}
      >
        {refused && (
          <Notice tone="stop" title={refused.title} className="mb-5">
            {refused.text}
          </Notice>
        )}
        {/* What somebody typed is shown even if there is no place for it any more: it can be copied. */}
        {(title !== null || answer) && children}
        {title === null && !answer && (
          <p>
            <Trans>Ask whoever sent you the link whether it is complete.</Trans>
          </p>
        )}
      </OneThing>
    </OwnPages>
  )
}
