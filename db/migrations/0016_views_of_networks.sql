-- How many views one network used up today is asked with each credit that is taken: it must not mean reading all of them.

create index fund_drive_views_by_network on fund_drive_views (fund_drive_id, viewer_ip, viewed_at desc);
comment on column fund_drive_views.visitor is 'A hash that stands for one visitor: of their cookie, else of shortened address and browser, salted anew each day. ''network …'' for those of a network that count together.';
