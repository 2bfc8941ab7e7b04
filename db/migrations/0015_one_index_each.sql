-- Two indexes that do the same cost twice at every comment and booking: the ones of the lists stay.

drop index fund_drive_comments_in_state;
drop index fund_drive_reservations_in_status;
