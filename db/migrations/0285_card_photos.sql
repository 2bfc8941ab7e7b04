-- The sweep of pictures asks of each one whether a card shows it.

create index gatherings_image on gatherings (image_url) where image_url is not null;
