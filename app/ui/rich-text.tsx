import { cx } from './cx.ts'

/** HTML that the server has cleaned. Only the cleaning functions may make it. */
export type SafeHtml = { safe: string }

type RichTextProps = {
  html: SafeHtml
  className?: string
}

/** Text with headings, lists, links and pictures, in our type. */
export const RichText = ({ html, className }: RichTextProps) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: its type says that the server has cleaned it
  <div className={cx('rich', className)} dangerouslySetInnerHTML={{ __html: html.safe }} />
)
