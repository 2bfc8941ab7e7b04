import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { pausedToo, type Shut, shutWords } from '#app/drives/public-page/shut.ts'
import type { Answer } from '#app/kit/says.ts'
import { ClaimLink } from '#app/money/mpesa/claim-link.tsx'
import { OneThing, OwnPages } from '#app/site/own-pages.tsx'
import { Notice } from '#app/ui/notice.tsx'

type SheetProps = {
  heading: ReactNode
  slug: string
  /** The drive's title; null when it is not open. */
  title: string | null
  /** Why it is not open. */
  shut: Shut | null
  /** How gifts could be paid by hand: a giver may report one also when the drive is not open any more. */
  byHand?: 'paybill' | 'till' | null
  answer?: Answer
  children: ReactNode
}

/** Shows one form of a drive's public page by itself: for browsers without a script, and to come back to after a refusal. */
export function PublicSheet({ heading, slug, title, shut, byHand, answer, children }: SheetProps) {
  const { i18n } = useLingui()
  const refused = answer && !answer.ok ? answer.says : undefined
  return (
    <OwnPages>
      <OneThing
        title={shut ? i18n._(shutWords[shut].title) : heading}
        text={shut ? i18n._(shutWords[shut].text) : <bdi>{title}</bdi>}
        back={{ to: `/fundraiser/${slug}`, label: <Trans>Back to the fundraiser</Trans> }}
      >
        {refused && (
          <Notice tone="stop" title={refused.title} className="mb-5">
            {refused.text}
          </Notice>
        )}
        {/* A person's text is shown even if there is no place for it any more: it can be copied. */}
        {(title !== null || answer) && children}
        {shut === 'paused' && <p>{i18n._(pausedToo)}</p>}
        {(shut === 'paused' || shut === 'ended') && byHand && <ClaimLink slug={slug} kind={byHand} />}
        {shut === 'missing' && !answer && (
          <p>
            <Trans>Ask the person who sent you the link whether it is complete.</Trans>
          </p>
        )}
      </OneThing>
    </OwnPages>
  )
}
