import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { copyText } from '#app/ui/copy-text.ts'

/** The guest's own link, to be sent from the host's phone. Administrators don't see it: it opens the answer. */
export function GuestLink({ link }: { link: string }) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  const Icon = copied ? Check : Copy
  return (
    <Card title={<Trans>Their own link</Trans>} level={3}>
      <div className="flex flex-wrap gap-3">
        <input
          readOnly
          value={link}
          aria-label={t`Their own link`}
          onFocus={({ currentTarget }) => currentTarget.select()}
          className="h-11 min-w-0 flex-1 basis-60 text-ellipsis rounded-control border border-edge bg-well px-3 text-[0.9375rem]"
        />
        <Button
          type="button"
          variant="secondary"
          onClick={async () => setCopied(await copyText(link))}
          icon={<Icon aria-hidden="true" className="size-4" />}
          className="needs-script"
        >
          {copied ? <Trans>Copied</Trans> : <Trans>Copy Link</Trans>}
        </Button>
      </div>
      <p className="mt-2 max-w-[60ch] text-muted text-sm">
        <Trans>The person who has it answers as this guest. Send it to them alone.</Trans>
      </p>
      <a href={`${link}/card.jpg`} download className="mt-2 inline-flex min-h-11 items-center text-link underline">
        <Trans>Download their card as a picture</Trans>
      </a>
    </Card>
  )
}
