// A statement of M-Pesa's portal, as a file.

export const statementHeads =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.'

/** With these lines, of this shortcode. */
export const statementFile = (lines: string[], shortcode = '174379') =>
  new TextEncoder().encode([`Short Code:,${shortcode}`, statementHeads, ...lines].join('\r\n'))
