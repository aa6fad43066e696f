<?php
declare( strict_types=1 );

namespace HeadlessSiteCompanion\Forms;

use DOMElement;
use DOMNode;

defined( 'ABSPATH' ) || exit;

/**
 * From the controls of a field to what its definition says of them. No WordPress call is made here.
 *
 * phpcs:disable WordPress.NamingConventions.ValidVariableName -- Properties are PHP's.
 *
 * @phpstan-import-type Field from Definitions
 */
final class Controls {

	/** Types of inputs that are kinds of fields. */
	private const KINDS = [ 'text', 'email', 'url', 'tel', 'number', 'range', 'date', 'checkbox', 'radio', 'file', 'submit', 'hidden' ];

	/** Attributes that are texts, by the name in the definition. */
	private const TEXTS = [
		'placeholder'  => 'placeholder',
		'autocomplete' => 'autocomplete',
		'min'          => 'min',
		'max'          => 'max',
		'step'         => 'step',
		'accept'       => 'accept',
	];

	/** Those that are numbers. */
	private const NUMBERS = [
		'minlength' => 'minLength',
		'maxlength' => 'maxLength',
		'rows'      => 'rows',
	];

	/**
	 * Kind of a control.
	 *
	 * @return string Empty for what sends nothing.
	 * @throws Unsupported Where the site has none.
	 */
	public static function kind( DOMElement $control ): string {
		$type = strtolower( $control->getAttribute( 'type' ) );
		if ( 'button' === $control->nodeName ) {
			return in_array( $type, [ 'button', 'reset' ], true ) ? '' : 'submit';
		}
		if ( 'input' !== $control->nodeName ) {
			return $control->nodeName;
		}
		if ( in_array( $type, [ 'button', 'reset' ], true ) ) {
			return '';
		}
		if ( in_array( $type, [ 'password', 'color', 'time', 'month', 'week', 'datetime-local' ], true ) ) {
			throw new Unsupported( Unsupported::FIELD, $type );
		}
		return 'image' === $type ? 'submit' : ( in_array( $type, self::KINDS, true ) ? $type : 'text' );
	}

	/**
	 * The field that the HTML describes.
	 *
	 * @param string $kind Kind of its controls.
	 * @param DOMElement[] $group Controls: one, or checkboxes or radio buttons of one name.
	 * @param DOMElement $around Element that holds them and nothing else.
	 * @return Field Without a label.
	 */
	public static function field( string $kind, array $group, DOMElement $around ): array {
		$control = $group[0];
		$field   = [
			'name'     => 'submit' === $kind ? '' : $control->getAttribute( 'name' ),
			'kind'     => $kind,
			'label'    => '',
			'required' => $control->hasAttribute( 'required' ) || 'true' === $control->getAttribute( 'aria-required' ),
		];
		if ( 'checkbox' === $kind || 'radio' === $kind ) {
			return $field + self::choices( $kind, $group, $around );
		}
		$value = 'button' === $control->nodeName || 'textarea' === $control->nodeName ? (string) $control->textContent : $control->getAttribute( 'value' );
		if ( 'select' === $kind ) {
			$field += self::options( $control );
		} elseif ( '' !== $value && 'file' !== $kind ) {
			$field['value'] = 'submit' === $kind ? Mark::line( $value ) : $value;
		}
		foreach ( 'submit' === $kind ? [] : self::TEXTS as $attribute => $name ) {
			if ( '' !== $control->getAttribute( $attribute ) ) {
				$field[ $name ] = $control->getAttribute( $attribute );
			}
		}
		foreach ( self::NUMBERS as $attribute => $name ) {
			if ( ctype_digit( $control->getAttribute( $attribute ) ) ) {
				$field[ $name ] = (int) $control->getAttribute( $attribute );
			}
		}
		foreach ( [
			'multiple' => 'multiple',
			'readonly' => 'readOnly',
		] as $attribute => $name ) {
			if ( $control->hasAttribute( $attribute ) ) {
				$field[ $name ] = true;
			}
		}
		return $field;
	}

	/**
	 * Options of a list.
	 *
	 * @return Field Part of one.
	 */
	private static function options( DOMElement $select ): array {
		$options = [];
		$values  = [];
		foreach ( $select->getElementsByTagName( 'option' ) as $option ) {
			$label = Mark::line( (string) $option->textContent );
			$value = $option->hasAttribute( 'value' ) ? $option->getAttribute( 'value' ) : $label;
			$given = [
				'value' => $value,
				'label' => $label,
			];
			if ( $option->parentNode instanceof DOMElement && 'optgroup' === $option->parentNode->nodeName ) {
				$given['group'] = $option->parentNode->getAttribute( 'label' );
			}
			$options[] = $given;
			if ( $option->hasAttribute( 'selected' ) && '' !== $value ) {
				$values[] = $value;
			}
		}
		return [ 'options' => $options ] + ( $values ? [ 'values' => $values ] : [] );
	}

	/**
	 * Checkboxes or radio buttons as options.
	 *
	 * @param DOMElement[] $group
	 * @return Field Part of one.
	 */
	private static function choices( string $kind, array $group, DOMElement $around ): array {
		$field = [ 'options' => [] ];
		foreach ( $group as $control ) {
			$unit  = self::unit( $control, $group, $around );
			$value = $control->hasAttribute( 'value' ) ? $control->getAttribute( 'value' ) : 'on';

			$field['options'][] = [
				'value' => $value,
				'label' => Mark::line( $unit === $control ? self::text_after( $control ) : Mark::text( $unit ) ),
			];
			if ( $control->hasAttribute( 'checked' ) ) {
				$field['values'][] = $value;
			}
			for ( $node = $control; $node instanceof DOMElement; $node = $node === $around ? null : $node->parentNode ) {
				if ( 'label' === $node->nodeName ) {
					$field['useLabel'] = true;
				}
			}
		}
		if ( 'checkbox' === $kind && '[]' === substr( $group[0]->getAttribute( 'name' ), -2 ) ) {
			$field['multiple'] = true;
		}
		return $field;
	}

	/**
	 * The largest element around one control and no other.
	 *
	 * @param DOMElement[] $group
	 */
	private static function unit( DOMElement $control, array $group, DOMElement $around ): DOMElement {
		$unit     = $control;
		$is_alone = 1 === count( $group );
		while ( $unit !== $around && $unit->parentNode instanceof DOMElement && ( $is_alone || $unit->parentNode !== $around ) ) {
			foreach ( $unit->parentNode->getElementsByTagName( 'input' ) as $other ) {
				if ( $other !== $control && in_array( $other, $group, true ) ) {
					return $unit;
				}
			}
			$unit = $unit->parentNode;
		}
		return $unit;
	}

	/** Text between one control and the next. */
	private static function text_after( DOMNode $control ): string {
		$text = '';
		$node = $control->nextSibling;
		while ( $node && ! in_array( $node->nodeName, [ 'input', 'br' ], true ) ) {
			$text .= Mark::text( $node );
			$node  = $node->nextSibling;
		}
		return $text;
	}
}
