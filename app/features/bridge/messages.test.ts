import { describe, expect, test } from 'vitest'
import { readPaste } from './read-paste.ts'
import type { Known, Look, Reason, Row } from './row.ts'

// Messages as phones show them, 2013 to 2026, in English and Swahili. Names, numbers and codes are made up.

type Expected = Partial<Row> & { shillings?: number; looks?: Look[] }
type Shape = [says: string, text: string, expected: Expected, known?: Known]

/** Each is one row. What is not named may be anything; there is nothing to look at unless it is said. */
const messages: Shape[] = [
  [
    'received, 2026, the phone masked',
    'UJ2AB8L07F Confirmed.You have received Ksh1,000.00 from WANJIRU  KAMAU 0723***873 on 2/10/26 at 3:45 PM  New M-PESA balance is Ksh6,103.82. Invest & earn daily interest with ZIIDI on https://saf.cx/abcde',
    {
      proposal: 'gift',
      shillings: 1000,
      name: 'Wanjiru Kamau',
      phoneEnd: '873',
      phone: null,
      code: 'UJ2AB8L07F',
      at: '2026-10-02T15:45',
      method: 'mpesa',
    },
  ],
  [
    'received, 2025, the phone whole',
    'TAD72DJ3YB Confirmed.You have received Ksh500.00 from PETER OTIENO 0712345678 on 13/1/25 at 2:15 PM  New M-PESA balance is Ksh3,200.00. Separate personal and business funds through Pochi la Biashara on *334#.',
    { proposal: 'gift', shillings: 500, name: 'Peter Otieno', phone: '+254712345678', at: '2025-01-13T14:15' },
  ],
  [
    'received, masked with 254',
    'UIUAB12XYZ Confirmed. You have received Ksh500.00 from KIPLAGAT CHERUIYOT ROTICH 254723***660 on 30/9/26 at 10:02 AM New M-PESA balance is Ksh3,000.00.',
    { proposal: 'gift', shillings: 500, name: 'Kiplagat Cheruiyot Rotich', phoneEnd: '660' },
  ],
  [
    'received, 2022, 254 in front',
    'QCT4K9ZX12 Confirmed. You have received Ksh1,250.00 from JOHN KAMAU 254722334455 on 29/3/22 at 10:05 AM New M-PESA balance is Ksh12,450.50.',
    { proposal: 'gift', shillings: 1250, name: 'John Kamau', phone: '+254722334455' },
  ],
  [
    'received, 2018',
    'MJ34ABCD56 Confirmed.You have received Ksh2,500.00 from GRACE AKINYI 0722000111 on 3/10/18 at 9:01 AM New M-PESA balance is Ksh2,600.00.',
    { proposal: 'gift', shillings: 2500, at: '2018-10-03T09:01' },
  ],
  [
    'received, 2013, a code of nine and lines that break',
    "DT82ZD611 Confirmed.\nYou have received Ksh5,500.00 from\nALEX NDUNG'U 254723784400\non 31/7/13 at 3:08 PM\nNew M-PESA balance is Ksh5,844.00.Save & get a loan on Mshwari",
    {
      proposal: 'gift',
      shillings: 5500,
      name: "Alex Ndung'u",
      phone: '+254723784400',
      code: 'DT82ZD611',
      at: '2013-07-31T15:08',
    },
  ],
  [
    'received from an organisation, no phone',
    'UJ1C68SPRQ Confirmed. You have received Ksh2,000.00 from UMOJA SACCO RSPO on 1/10/26 at 3:33 PM. New M-PESA balance is Ksh5,297.82. Separate personal and business funds through Pochi la Biashara on *334#.',
    {
      proposal: 'gift',
      shillings: 2000,
      name: 'Umoja Sacco Rspo',
      phone: null,
      phoneEnd: null,
      looks: ['odd name', 'a firm'],
    },
  ],
  [
    'received from a bank, with its number',
    'UJ15CD34EF Confirmed.You have received Ksh10,000.00 from Equity Bulk Account 300600 on 1/10/26 at 5:01 PM New M-PESA balance is Ksh13,000.00.',
    { proposal: 'gift', shillings: 10000, name: 'Equity Bulk Account', looks: ['odd name', 'a firm'] },
  ],
  [
    'received from a bank, 2013, the number in front',
    'DT85TH896 Confirmed.\nYou have received Ksh3,500.00 from\n501901 - KCB Money Transfer Services \non 31/7/13 at 6:43 PM\nNew M-PESA balance is Ksh11,312.00.Save & get a loan on Mshwari',
    { proposal: 'gift', shillings: 3500, name: 'KCB Money Transfer Services', looks: ['odd name', 'a firm'] },
  ],
  [
    'received, all in small letters',
    'uij1rty2ui confirmed. you have received ksh75.00 from ali hassan 0700111222 on 18/9/26 at 12:00 pm new m-pesa balance is ksh175.00',
    { proposal: 'gift', shillings: 75, code: 'UIJ1RTY2UI', at: '2026-09-18T12:00' },
  ],
  [
    'received, KES and no cents',
    'UHU7TT55PL Confirmed. You have received KES 3,450 from SAMUEL NJOROGE 0733445566 on 30/8/26 at 9:59 PM New M-PESA balance is KES 10,000',
    { proposal: 'gift', shillings: 3450, at: '2026-08-30T21:59' },
  ],
  [
    'received, congratulated',
    'Congratulations! UG9K2LM3NP confirmed.You have received Ksh200.00 from FAITH MUTUA 0110123456 on 9/7/26 at 7:00 AM.New M-PESA balance is Ksh2,468.20.',
    { proposal: 'gift', shillings: 200, phone: '+254110123456' },
  ],
  [
    'received, the currency twice',
    'SLR41L5AO8 Confirmed.You have received Ksh Ksh4,870.00 from JANE ADHIAMBO 0711000222 on 27/12/24 3:41 PM New M-PESA balance is Ksh Ksh4,870.00.',
    { proposal: 'gift', shillings: 4870, at: '2024-12-27T15:41' },
  ],
  [
    'received with cents',
    'UH1G4H8J5K Confirmed. You have received Ksh80.50 from LUCY ATIENO 0700111222 on 1/8/26 at 5:00 PM New M-PESA balance is Ksh980.50.',
    { proposal: 'gift', shillings: 80.5 },
  ],
  [
    'received half past midnight',
    'UG7N5OP6QR Confirmed. You have received Ksh60.00 from KIPCHOGE RUTO 0791234567 on 7/7/26 at 12:30 AM New M-PESA balance is Ksh60.00.',
    { at: '2026-07-07T00:30' },
  ],
  [
    'received, a hundred and twenty-five thousand',
    'UB2AB2CD3E Confirmed. You have received Ksh125,000.00 from WHOLESALE KENYA LTD 0720100200 on 2/2/26 at 11:11 AM New M-PESA balance is Ksh130,000.00.',
    { shillings: 125000, name: 'Wholesale Kenya Ltd', looks: ['a firm'] },
  ],
  [
    'received, more than M-Pesa carries',
    'UB2AB2CD3F Confirmed. You have received Ksh900,000.00 from WHOLESALE KENYA LTD 0720100200 on 2/2/26 at 11:11 AM New M-PESA balance is Ksh930,000.00.',
    { shillings: 900000, looks: ['large', 'a firm'] },
  ],
  [
    'received, and a Fuliza line behind it',
    'UIQ2LI3ZA4 Confirmed. You have received Ksh430.00 from MAMA NJERI 0711223344 on 26/9/26 at 6:12 PM New M-PESA balance is Ksh430.00. Fuliza M-PESA outstanding amount is Ksh0.00.',
    { proposal: 'gift', shillings: 430 },
  ],
  [
    'received, the code from another day',
    'UA9AB8L07F Confirmed.You have received Ksh5,000.00 from BRIAN OUMA 0723123873 on 2/10/26 at 3:45 PM  New M-PESA balance is Ksh6,103.82.',
    { proposal: 'gift', looks: ['code and date differ'] },
  ],
  [
    "till, the shop's copy",
    'SF53FGH7TY Confirmed. Ksh350.00 received from 254722000111 PETER OTIENO on 5/6/24 at 7:42 PM. New Account balance is Ksh45,210.00. Transaction cost, Ksh0.00.',
    { proposal: 'gift', shillings: 350, name: 'Peter Otieno', phone: '+254722000111' },
  ],
  [
    'till, masked',
    'UBEL8HJ2KL Confirmed. Ksh 1,020.00 received from 2547***456 GRACE MUTHONI on 14/2/26 at 8:01 AM. New Account balance is Ksh9,840.00.',
    { proposal: 'gift', shillings: 1020, name: 'Grace Muthoni', phoneEnd: '456' },
  ],
  [
    'till, 2013, the day first',
    'EA54HY643 Confirmed.\non 28/9/13 at 1:14 PM\nKsh50.00 received from\n254729639000 MORRIS M.\nNew Account balance is Ksh54.00',
    { proposal: 'gift', shillings: 50, at: '2013-09-28T13:14', phone: '+254729639000' },
  ],
  [
    'till, paid by',
    'UIIEST0003 Confirmed. Ksh1,200.00 paid by JOHN OUKO 0722***789 on 18/9/26 at 3:10 PM. New Till balance is Ksh20,000.00.',
    { proposal: 'gift', shillings: 1200, name: 'John Ouko', phoneEnd: '789' },
  ],
  [
    "Paybill, the owner's copy",
    'UD3FG6HJ7K Confirmed. Ksh2,000.00 received from BRIAN OMONDI 0711998877 for account ACHIENG on 3/4/26 at 6:30 PM. New Utility balance is Ksh80,000.00.',
    { proposal: 'gift', shillings: 2000, name: 'Brian Omondi', paidTo: 'ACHIENG' },
  ],
  [
    'Pochi, no phone',
    'TCH01GAG8Y Confirmed.You have received Ksh10.00 from RICHARD  MACHIO on 17/3/25 at 12:03 PM  New business balance is Ksh10.00. To access your funds, Dial *334#,select Pochi la Biashara & Withdraw funds.',
    { proposal: 'gift', shillings: 10, name: 'Richard Machio' },
  ],
  [
    'Pochi, said with via',
    'UI1CD2EF3G Confirmed. You have received Ksh200.00 from JANE AKINYI 0798765432 on 1/9/26 at 8:05 AM via Pochi la Biashara. New business balance is Ksh2,450.00.',
    { proposal: 'gift', shillings: 200, name: 'Jane Akinyi', phone: '+254798765432' },
  ],
  [
    'Swahili, umepokea … mnamo … saa',
    'TAD72DJ3YC Imethibitishwa. Umepokea Ksh1,500.00 kutoka JOHN  MWANGI 0729641900 mnamo 13/1/25 saa 5:39 PM  Baki yako ya M-PESA ni Ksh264.47. SAFARICOM HUPIGA NA 0722000000 PEKEE. Kurudisha hizi pesa, tuma ujumbe huu kwa 456.',
    { proposal: 'gift', shillings: 1500, name: 'John Mwangi', phone: '+254729641900', at: '2025-01-13T17:39' },
  ],
  [
    'Swahili, kutoka kwa',
    'UJ1GH56IJK Imethibitishwa. Umepokea Ksh2,000.00 kutoka kwa PETER CHESOS 0722111222 mnamo 1/10/26 saa 8:15 PM. Salio jipya la M-PESA ni Ksh5,000.00.',
    { proposal: 'gift', shillings: 2000, name: 'Peter Chesos', at: '2026-10-01T20:15' },
  ],
  [
    'Swahili, imepokelewa',
    'RLP1K4RT6A Imekubaliwa. Ksh500.00 imepokelewa kutoka kwa ASHA JUMA 254712345678 tarehe 25/12/23 saa 2:30 PM. Salio jipya la M-PESA ni Ksh12,500.00.',
    { proposal: 'gift', shillings: 500, name: 'Asha Juma' },
  ],
  [
    'half English, half Swahili',
    'TG31KE99ZZ Confirmed. Umepokea Ksh390.00 kutoka JOHN OLE SEIN on 3/7/25 at 5:32 PM Salio jipya la M-PESA ni Ksh1,200.00.',
    { proposal: 'gift', shillings: 390, name: 'John Ole Sein', looks: ['a firm'] },
  ],
  [
    "a payer's own: sent to a person",
    'TJK5AB12CD Confirmed. Ksh2,500.00 sent to MARY WANJIKU 0722000333 on 20/10/25 at 10:30 AM. New M-PESA balance is Ksh5,000.00. Transaction cost, Ksh33.00. Amount you can transact within the day is 497,500.00.',
    { proposal: 'claim', shillings: 2500, name: null, paidTo: 'Mary Wanjiku', looks: ['no name', 'other recipient'] },
  ],
  [
    "a payer's own, to the treasurer by phone",
    'TJK5AB12CE Confirmed. Ksh2,500.00 sent to MARY WANJIKU 0722000333 on 20/10/25 at 10:30 AM. New M-PESA balance is Ksh5,000.00. Transaction cost, Ksh33.00.',
    { proposal: 'gift', shillings: 2500, name: null, looks: ['no name'] },
    { collectors: ['0722 000 333'] },
  ],
  [
    "a payer's own, to the treasurer by name, the phone hidden",
    'UJ25AB12CE Confirmed. Ksh700.00 sent to MARY  WANJIKU on 2/10/26 at 10:30 AM. New M-PESA balance is Ksh5,000.00. Transaction cost, Ksh13.00.',
    { proposal: 'gift', shillings: 700, looks: ['no name'] },
    { collectors: ['Mary Wanjiku'] },
  ],
  [
    "a payer's own, to a Paybill",
    'UI2B7CD8EF Confirmed. Ksh1,000.00 sent to HARAMBEE for account ACHIENG on 2/9/26 at 9:14 AM New M-PESA balance is Ksh210.00. Transaction cost, Ksh0.00.',
    {
      proposal: 'claim',
      shillings: 1000,
      paidTo: 'ACHIENG',
      code: 'UI2B7CD8EF',
      looks: ['no name', 'other recipient'],
    },
  ],
  [
    "a payer's own, to a till",
    'TKTFVBL1ZS Confirmed. Ksh1,510.00 paid to MARY DUKA RONGAI. on 29/11/25 at 7:25 PM.New M-PESA balance is Ksh20.00. Transaction cost, Ksh0.00.',
    { proposal: 'claim', shillings: 1510, paidTo: 'Mary Duka Rongai', looks: ['no name', 'other recipient'] },
  ],
  [
    "a payer's own in Swahili",
    'TAE16URS8R Imethibitishwa Ksh100.00 imetumwa kwa MERCY  OSEWE tarehe 14/1/25 saa 6:34 PM. Baki yako ya M-PESA ni Ksh113.47. Gharama ya kutuma ni Ksh0.00.',
    { proposal: 'claim', shillings: 100, paidTo: 'Mercy Osewe', looks: ['no name', 'other recipient'] },
  ],
  [
    "a payer's own in Swahili, to a Paybill",
    'TAF22URS9A Imethibitishwa Ksh1,000.00 imetumwa kwa HARAMBEE kwa akaunti nambari ACHIENG tarehe 15/1/25 saa 6:34 PM. Baki yako ya M-PESA ni Ksh113.47.',
    { proposal: 'claim', shillings: 1000, paidTo: 'ACHIENG', looks: ['no name', 'other recipient'] },
  ],
  [
    "a payer's own in Swahili, to a till",
    'TAE46D879G Imethibitishwa. Umelipa Ksh20.00 kwa JUDITH DUKA 14/1/25 4:53 PM.Baki yako mpya katika M-PESA ni Ksh173.47. Gharama ya kununua ni Ksh0.00.',
    { proposal: 'claim', shillings: 20, paidTo: 'Judith Duka', looks: ['no name', 'other recipient'] },
  ],
  [
    'Airtel, received',
    'Trans. ID: 1440225031704 You have received 500.00Ksh from\nANGELA NZIOKI. Your available\nbalance is 1,155.00Ksh.',
    {
      source: 'airtel',
      proposal: 'gift',
      shillings: 500,
      name: 'Angela Nzioki',
      code: '1440225031704',
      method: 'airtel',
    },
  ],
  [
    'Airtel, newer',
    'TID:CI260902.1114.A12345. You have received Ksh 750.00 from JOSEPH KARANJA 0733123456 on 02/09/26 at 11:14. Bal: Ksh 900.00',
    { source: 'airtel', proposal: 'gift', shillings: 750, name: 'Joseph Karanja', phone: '+254733123456' },
  ],
  [
    "Airtel, a payer's own",
    'Trans. ID: 1450335211705 You\nhave sent 50.00Ksh to JOSEPH KARANJA. Your available \nbalance is 10.00Ksh.',
    { proposal: 'claim', shillings: 50, paidTo: 'Joseph Karanja', looks: ['no name', 'other recipient'] },
  ],
  [
    'PesaLink into an account',
    'KES 2,500 received from DAVID KIMANI into A/C ****6150. TUMA DIRECT na Pesalink. Direct from bank, 24/7. Download receipt here: https://r.pesalink.example/r1=76w7',
    { source: 'bank', proposal: 'gift', shillings: 2500, name: 'David Kimani', looks: ['no code'] },
  ],
  [
    'a bank, credited',
    'Dear Mary, KES 15,000.00 has been credited to your account 0110***678 from ESTHER CHEBET on 02/10/2026 11:29. Ref: FT26275XK12.',
    {
      source: 'bank',
      proposal: 'gift',
      shillings: 15000,
      name: 'Esther Chebet',
      code: 'FT26275XK12',
      at: '2026-10-02T11:29',
    },
  ],
  [
    'a bank that tells the code of M-Pesa',
    'Dear Customer, you have received KES 1,000.00 from NAOMI NJERI 0720***167 on 02/10/2026 at 08:15. M-PESA Ref. UJ2FV2H6AA. Your account balance is KES 4,000.00.',
    { source: 'bank', proposal: 'gift', shillings: 1000, name: 'Naomi Njeri', code: 'UJ2FV2H6AA' },
  ],
  [
    "a bank, a payer's own",
    'Your transaction of Kshs. 300.0 has been credited to 254724807500 MARY WANJIKU. Ref. EQABB6BC4E0B19D. MPESA Ref. SL62FVV2H6 on 06/12/2024 at 13:54:37.',
    {
      source: 'bank',
      proposal: 'claim',
      shillings: 300,
      code: 'SL62FVV2H6',
      paidTo: 'Mary Wanjiku',
      looks: ['no name', 'other recipient'],
    },
  ],
  [
    'a bank in words we do not know: the code is right, and a person looks',
    'Dear PETER, your M-Pesa deposit of KES 5,000.00 from JAMES MAINA has been received in Ac 011XXXX890. Ref UJ4GG5HH6I.',
    { shillings: 5000, code: 'UJ4GG5HH6I', looks: ['odd name'] },
  ],
  [
    "a wallet, a payer's own",
    'You have successfully sent KES 400.00 to 0706483700 - Grace Abida. Fee:KES.5.75. LOOP Ref NHEUMBS6RZLG, M-Pesa Ref, UH2BA1KS2V on 02/08/2026 17:25:08.',
    { source: 'bank', proposal: 'claim', shillings: 400, code: 'UH2BA1KS2V', looks: ['no name', 'other recipient'] },
  ],
  [
    'received, 2014, a proverb behind it',
    'EV52AY844 Confirmed.\nYou have received Ksh200.00 from\n0RENGE ALEX 254724613500\non 29/3/14 at 1:38 AM\nNew M-PESA balance is Ksh2,927.00.PIN YAKO SIRI YAKO',
    { proposal: 'gift', shillings: 200, name: '0renge Alex', at: '2014-03-29T01:38' },
  ],
  [
    'received from abroad',
    'UHC7GLB22A Confirmed.You have received Ksh12,930.00 from WORLDREMIT LTD on 12/8/26 at 4:20 PM New M-PESA balance is Ksh13,000.00.',
    { proposal: 'gift', shillings: 12930, name: 'Worldremit Ltd', looks: ['odd name', 'a firm'] },
  ],
  [
    'received, the day in front of the clock without at',
    'UHC7GLB22B Confirmed. You have received Ksh300.00 from ONYANGO ODERA 0701 234 567 on 12/8/2026 16:20. New balance Ksh900.00.',
    { proposal: 'gift', shillings: 300, phone: '+254701234567', at: '2026-08-12T16:20' },
  ],
  [
    'received, cut off before the day',
    'UHC7GLB22C Confirmed.You have received Ksh300.00 from ONYANGO ODERA 0701234567',
    { proposal: 'gift', shillings: 300, name: 'Onyango Odera', looks: ['no date'] },
  ],
  [
    'received, forwarded with words in front',
    'Amekwisha tuma: UHC7GLB22D Confirmed.You have received Ksh450.00 from SALOME WAIRIMU 0701234567 on 12/8/26 at 4:20 PM New M-PESA balance is Ksh900.00.',
    { proposal: 'gift', shillings: 450, name: 'Salome Wairimu', looks: ['more words'] },
  ],
  [
    'a name with a hyphen and a number',
    'UHC7GLB22E Confirmed.You have received Ksh5,000.00 from MARY-ANN O. 2ND 0701234567 on 12/8/26 at 4:20 PM New M-PESA balance is Ksh9,000.00.',
    { proposal: 'gift', shillings: 5000, name: 'Mary-Ann O. 2nd' },
  ],
  [
    'a reversal names what it takes back',
    'UJ7KL78MNO Confirmed. Transaction UJ2AB8L07F has been reversed. Your account balance is now Ksh500.00.',
    { proposal: 'undo', code: 'UJ2AB8L07F' },
  ],
  [
    'a reversal, the longer words',
    'TCL9ABC123 Confirmed. Reversal of transaction TCL1XYZ789 has been successfully reversed on 21/3/25 at 4:00 PM and Ksh1,000.00 is debited from your M-PESA account. New M-PESA account balance is Ksh20.00.',
    { proposal: 'undo', code: 'TCL1XYZ789', shillings: 1000 },
  ],
]

/** What proposes nothing, and why. */
const nothing: [says: string, text: string, reason: Reason][] = [
  [
    'airtime',
    'TAF6MNO77F confirmed.You bought Ksh50.00 of airtime on 15/1/25 at 5:30 PM.New M-PESA balance is Ksh50.00.',
    'airtime',
  ],
  [
    'airtime in Swahili',
    'TAF5BV0XRN Umenunua Ksh5.00 ya mjazo siku 15/1/25 saa 8:44 PM.Baki mpya ya M-PESA ni Ksh38.47.',
    'airtime',
  ],
  [
    'a withdrawal, glued as Safaricom glues it',
    'UGHDL01LT0 Confirmed.on 17/7/26 at 4:37 PMWithdraw Ksh500.00 from 2059881 - UMOJA COMTECH Baraka shop New M-PESA balance is Ksh2,320.38. Transaction cost, Ksh29.00.',
    'agent',
  ],
  [
    'cash put in',
    'DQ94ZE762 Confirmed.\non 3/7/13 at 9:07 AM\nGive Ksh1,000.00 cash to Umoja Services Supermarket\nNew M-PESA balance is Ksh1,338.00',
    'agent',
  ],
  [
    'a Fuliza notice',
    'UG7POAAUDK Confirmed. Fuliza M-PESA amount is Ksh 20.00. Access Fee charged Ksh 0.20. Total Fuliza M-PESA outstanding amount is Ksh90.88 due on 01/08/26. To check daily charges, Dial *334#OK Select Query Charges',
    'loan',
  ],
  [
    'Fuliza paid back',
    'UAB1K2L3M4 Confirmed. Ksh 723.62 from your M-PESA has been used to fully pay your outstanding Fuliza M-PESA. Available Fuliza M-PESA limit is Ksh 900.00. Your M-PESA balance is 3076.38.',
    'loan',
  ],
  [
    'M-Shwari',
    'EB87ST824 Confirmed. You have transferred Ksh50.00 from your M-Shwari account on 13/10/13 at 2:14 AM. M-Shwari balance is Ksh20,037.69. M-PESA balance is Ksh4,315.00.',
    'own accounts',
  ],
  [
    'from the business to oneself',
    'SJI3IZVLYT Confirmed, Ksh1,600.00 has been moved from your business account to your M-PESA account on 18/10/24 at 3:18 PM.. New business balance is Ksh0.00. New M-PESA balance is Ksh1,600.00.',
    'own accounts',
  ],
  [
    'a balance',
    'UB6DL632FM Confirmed. Your account balance was: M-PESA Account : Ksh0.00 Business Account : Ksh0.00 on 6/2/26 at 5:19 PM. Transaction cost, Ksh0.00.',
    'balance',
  ],
  [
    'data bundles',
    'UB6DL632FN Confirmed. Ksh20.00 sent to SAFARICOM DATA BUNDLES for account SAFARICOM DATA BUNDLES on 6/2/26 at 5:19 PM New M-PESA balance is Ksh97.00.',
    'airtime',
  ],
]
const noise: [says: string, text: string, reason: Reason][] = [
  [
    'a failure',
    'Failed. Insufficient funds in your M-PESA account as well as Fuliza M-PESA to send KSH50.00. Your M-PESA balance KSH0.00.',
    'failed',
  ],
  [
    'a code of a bank',
    'Never share this code with anyone, including us. Use code 082017 to send 50.00 KES to 254722445900 via MPesa from your account.',
    'no money',
  ],
  ['small talk', 'Good morning members, please remember our brother in prayer 🙏', 'no money'],
  ['where to pay', 'Paybill 247247 Acc 0712345678', 'how to pay'],
  ['money in, of a bank that is not known', 'CR:KES 2,500 Acc No 0112345678 from J KAMAU Ref TX123', 'unreadable'],
  ['a till', 'Till 5432109', 'how to pay'],
  ['a till by another name', 'Nambari ya till ni 5432109 (Jane Wanjiku)', 'how to pay'],
  ['a link', 'https://harambee.example/fundraiser/heal-mama-achieng', 'how to pay'],
  ['an amount that is none', '8. Mtu 5,00 ✅', 'unreadable'],
  ['a goat', "7. Mzee Ochieng' mbuzi moja ✅", 'unreadable'],
  ['a line that is struck out', '7. ~Otieno 500~', 'crossed out'],
]

function expectRow(row: Row | undefined, { shillings, looks = [], ...rest }: Expected) {
  expect(row, 'it was not read').toBeDefined()
  const amount = shillings === undefined ? {} : { amount: Math.round(shillings * 100) }
  expect(row).toMatchObject({ ...rest, ...amount, looks })
}

describe('messages', () => {
  test.each(messages)('%s', (_, text, expected, known) => {
    const { rows } = readPaste(text, known)
    expect(rows).toHaveLength(1)
    expectRow(rows[0], expected)
  })

  test.each([...nothing, ...noise])('%s is no gift', (_, text, reason) => {
    const { rows, leftOut } = readPaste(text)
    expect(rows).toEqual([])
    expect(leftOut.map((one) => one.reason)).toEqual([reason])
  })

  test('all of them pasted together are the same rows, each once', () => {
    const each = messages.filter(([, , { proposal }]) => proposal !== 'undo')
    const codes = each.flatMap(([, text, , known]) => readPaste(text, known).rows[0]!.code ?? [])
    const together = [...messages, ...nothing].map(([, text]) => text).join('\n')
    const { rows, leftOut } = readPaste(together, { collectors: ['0722000333', 'Mary Wanjiku'] })
    expect(new Set(rows.map(({ code, line }) => code ?? line)).size).toBe(rows.length)
    for (const code of codes) {
      const times = rows.filter((row) => row.code === code && row.proposal !== 'undo').length
      const isReversed = leftOut.some((one) => one.code === code && one.reason === 'reversed')
      expect([code, times]).toEqual([code, isReversed ? 0 : 1])
    }
  })

  test('a message that is cut anywhere never becomes more money without a look', () => {
    for (const [, text] of messages) {
      const whole = readPaste(text).rows[0]!.amount
      for (let length = 0; length < text.length; length += 7)
        for (const { amount, proposal, looks } of readPaste(text.slice(0, length)).rows)
          if (proposal === 'gift' && looks.length === 0) expect(amount).toBeLessThanOrEqual(whole)
    }
  })
})
