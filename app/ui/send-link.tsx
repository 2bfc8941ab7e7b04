import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Button, buttonClass } from './button.tsx'
import { copyText } from './copy-text.ts'
import { Input } from './field.tsx'

type SendLinkProps = {
  link: string
  /** The label of its field. */
  label: string
  /** The message to send, with the link in it. */
  text: string
  variant?: 'primary' | 'secondary'
  /** The text of the button that copies it. */
  copy?: ReactNode
}

/** A link that is shown only now: to read, to send on WhatsApp, and to copy. */
export function SendLink({ link, label, text, variant = 'primary', copy }: SendLinkProps) {
  const [copied, setCopied] = useState(false)
  return (
    <>
      <Input readOnly value={link} aria-label={label} dir="ltr" />
      <div className="flex flex-wrap gap-3">
        <a
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ variant })}
        >
          <Trans>Send on WhatsApp</Trans>
        </a>
        <Button
          type="button"
          variant="secondary"
          className="needs-script"
          onClick={async () => setCopied(await copyText(link))}
        >
          {copied ? <Trans>Copied</Trans> : (copy ?? <Trans>Copy link</Trans>)}
        </Button>
      </div>
    </>
  )
}
