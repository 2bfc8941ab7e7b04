-- A change of who must agree is told on the public page.
create trigger money_changes_tell after insert or delete or update on money_changes for each row execute function tell_drive();
