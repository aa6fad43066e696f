<?php
    add_action( "phpmailer_init", function ( $mailer ) {
      $mailer->isSMTP(); $mailer->Host = "127.0.0.1"; $mailer->Port = 43231; $mailer->SMTPAutoTLS = false;
    } );