// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {SignedUpdates} from "../access/SignedUpdates.sol";
import {FEES_UPDATER_ROLE} from "../access/Roles.sol";
import {IExecutionManager} from "../interfaces/IExecutionManager.sol";

/// @title What execution costs, chain by chain
/// @notice Accounts with FEES_UPDATER_ROLE for a chain set its prices by signature.
abstract contract ExecutionPrices is IExecutionManager, SignedUpdates {
    /// @notice Price of execution on one chain, in wei of this chain.
    /// @param perGas Price per unit of gas that the message asks for.
    /// @param perByte Price per byte of payload.
    /// @param overhead Base price of any message.
    struct ExecutionFees {
        uint80 perGas;
        uint80 perByte;
        uint80 overhead;
    }

    /// @notice Everything that is set for a chain.
    struct Prices {
        ExecutionFees executionFees;
        uint256 relativeNativeTokenPrice;
        uint256 msgValueMinThreshold;
        uint256 msgValueMaxThreshold;
    }

    bytes32 private constant FEES_UPDATE = keccak256("FEES_UPDATE");
    bytes32 private constant RELATIVE_NATIVE_TOKEN_PRICE_UPDATE = keccak256("RELATIVE_NATIVE_TOKEN_PRICE_UPDATE");
    bytes32 private constant MSG_VALUE_MIN_THRESHOLD_UPDATE = keccak256("MSG_VALUE_MIN_THRESHOLD_UPDATE");
    bytes32 private constant MSG_VALUE_MAX_THRESHOLD_UPDATE = keccak256("MSG_VALUE_MAX_THRESHOLD_UPDATE");

    uint256 private constant MAX_PAYLOAD_SIZE = 5000;
    uint256 private constant RELATIVE_PRICE_UNIT = 1e18;

    /// @notice Slug of this chain.
    uint32 public immutable chainSlug;

    /// @notice Prices of execution on each chain.
    mapping(uint32 siblingChainSlug => ExecutionFees) public executionFees;
    /// @notice Wei of this chain for 1e18 wei delivered on each chain.
    mapping(uint32 siblingChainSlug => uint256) public relativeNativeTokenPrice;
    /// @notice Least value that a message with value delivers on each chain, in wei of that chain.
    mapping(uint32 siblingChainSlug => uint256) public msgValueMinThreshold;
    /// @notice Most value that a message delivers on each chain, in wei of that chain.
    mapping(uint32 siblingChainSlug => uint256) public msgValueMaxThreshold;

    /// @notice Emitted when the prices of execution on a chain change.
    event ExecutionFeesSet(uint32 siblingChainSlug, ExecutionFees executionFees);
    /// @notice Emitted when the price of a chain's native token changes.
    event RelativeNativeTokenPriceSet(uint256 siblingChainSlug, uint256 relativeNativeTokenPrice);
    /// @notice Emitted when the least value of a message with value changes.
    event MsgValueMinThresholdSet(uint256 siblingChainSlug, uint256 msgValueMinThreshold);
    /// @notice Emitted when the most value of a message changes.
    event MsgValueMaxThresholdSet(uint256 siblingChainSlug, uint256 msgValueMaxThreshold);

    constructor(uint32 chainSlug_, uint32[] memory siblingChainSlugs_, Prices memory prices_) {
        chainSlug = chainSlug_;
        for (uint256 i = 0; i < siblingChainSlugs_.length; i++) {
            _setExecutionFees(siblingChainSlugs_[i], prices_.executionFees);
            _setRelativeNativeTokenPrice(siblingChainSlugs_[i], prices_.relativeNativeTokenPrice);
            _setMsgValueMinThreshold(siblingChainSlugs_[i], prices_.msgValueMinThreshold);
            _setMsgValueMaxThreshold(siblingChainSlugs_[i], prices_.msgValueMaxThreshold);
        }
    }

    /// @notice Sets the prices of execution on a chain.
    /// @param signature_ Of ("FEES_UPDATE", this contract, this chain, that chain, nonce, the three prices).
    function setExecutionFees(
        uint256 nonce_,
        uint32 siblingChainSlug_,
        ExecutionFees calldata executionFees_,
        bytes calldata signature_
    ) external {
        bytes32 digest = keccak256(
            abi.encode(FEES_UPDATE, address(this), chainSlug, siblingChainSlug_, nonce_, executionFees_)
        );
        _useSignature(digest, _roleOf(FEES_UPDATER_ROLE, siblingChainSlug_), nonce_, signature_);
        _setExecutionFees(siblingChainSlug_, executionFees_);
    }

    /// @notice Sets the price of a chain's native token, in wei of this chain for 1e18 wei there.
    /// @param signature_ Of ("RELATIVE_NATIVE_TOKEN_PRICE_UPDATE", this contract, this chain, that chain, nonce, price).
    function setRelativeNativeTokenPrice(
        uint256 nonce_,
        uint32 siblingChainSlug_,
        uint256 relativeNativeTokenPrice_,
        bytes calldata signature_
    ) external {
        bytes32 action = RELATIVE_NATIVE_TOKEN_PRICE_UPDATE;
        _useUpdate(action, nonce_, siblingChainSlug_, relativeNativeTokenPrice_, signature_);
        _setRelativeNativeTokenPrice(siblingChainSlug_, relativeNativeTokenPrice_);
    }

    /// @notice Sets the least value that a message with value delivers on a chain, in wei of that chain.
    /// @param signature_ Of ("MSG_VALUE_MIN_THRESHOLD_UPDATE", this contract, this chain, that chain, nonce, value).
    function setMsgValueMinThreshold(
        uint256 nonce_,
        uint32 siblingChainSlug_,
        uint256 msgValueMinThreshold_,
        bytes calldata signature_
    ) external {
        bytes32 action = MSG_VALUE_MIN_THRESHOLD_UPDATE;
        _useUpdate(action, nonce_, siblingChainSlug_, msgValueMinThreshold_, signature_);
        _setMsgValueMinThreshold(siblingChainSlug_, msgValueMinThreshold_);
    }

    /// @notice Sets the most value that a message delivers on a chain, in wei of that chain.
    /// @param signature_ Of ("MSG_VALUE_MAX_THRESHOLD_UPDATE", this contract, this chain, that chain, nonce, value).
    function setMsgValueMaxThreshold(
        uint256 nonce_,
        uint32 siblingChainSlug_,
        uint256 msgValueMaxThreshold_,
        bytes calldata signature_
    ) external {
        bytes32 action = MSG_VALUE_MAX_THRESHOLD_UPDATE;
        _useUpdate(action, nonce_, siblingChainSlug_, msgValueMaxThreshold_, signature_);
        _setMsgValueMaxThreshold(siblingChainSlug_, msgValueMaxThreshold_);
    }

    /// @inheritdoc IExecutionManager
    function verifyParams(bytes32 executionParams_, uint256 msgValue_) external pure {
        if (_promisesValue(executionParams_) && msgValue_ < _valueIn(executionParams_)) {
            revert ISocket.InsufficientMsgValue();
        }
    }

    /// @inheritdoc IExecutionManager
    function getMinFees(
        uint256 minMsgGasLimit_,
        uint256 payloadSize_,
        bytes32 executionParams_,
        uint32 siblingChainSlug_
    ) public view returns (uint128 executionFee) {
        if (payloadSize_ > MAX_PAYLOAD_SIZE) revert ISocket.PayloadTooLarge();
        ExecutionFees memory price = executionFees[siblingChainSlug_];
        uint256 total = minMsgGasLimit_ * price.perGas + payloadSize_ * price.perByte + price.overhead;
        if (_promisesValue(executionParams_)) total += _valueFee(_valueIn(executionParams_), siblingChainSlug_);
        if (total > type(uint128).max) revert FeesTooHigh();
        return uint128(total);
    }

    function _useUpdate(
        bytes32 action,
        uint256 nonce,
        uint32 siblingChainSlug,
        uint256 value,
        bytes calldata signature
    ) private {
        bytes32 digest = keccak256(abi.encode(action, address(this), chainSlug, siblingChainSlug, nonce, value));
        _useSignature(digest, _roleOf(FEES_UPDATER_ROLE, siblingChainSlug), nonce, signature);
    }

    function _setExecutionFees(uint32 siblingChainSlug, ExecutionFees memory fees) private {
        executionFees[siblingChainSlug] = fees;
        emit ExecutionFeesSet(siblingChainSlug, fees);
    }

    function _setRelativeNativeTokenPrice(uint32 siblingChainSlug, uint256 price) private {
        relativeNativeTokenPrice[siblingChainSlug] = price;
        emit RelativeNativeTokenPriceSet(siblingChainSlug, price);
    }

    function _setMsgValueMinThreshold(uint32 siblingChainSlug, uint256 value) private {
        msgValueMinThreshold[siblingChainSlug] = value;
        emit MsgValueMinThresholdSet(siblingChainSlug, value);
    }

    function _setMsgValueMaxThreshold(uint32 siblingChainSlug, uint256 value) private {
        msgValueMaxThreshold[siblingChainSlug] = value;
        emit MsgValueMaxThresholdSet(siblingChainSlug, value);
    }

    function _valueFee(uint256 value, uint32 siblingChainSlug) private view returns (uint256) {
        if (value < msgValueMinThreshold[siblingChainSlug]) revert MsgValueTooLow();
        if (value > msgValueMaxThreshold[siblingChainSlug]) revert ISocket.MsgValueTooHigh();
        return (value * relativeNativeTokenPrice[siblingChainSlug]) / RELATIVE_PRICE_UNIT;
    }

    /// @dev The first byte is the parameters' type, and zero means none.
    function _promisesValue(bytes32 executionParams) private pure returns (bool) {
        return executionParams[0] != 0;
    }

    /// @dev The other 248 bits are the value.
    function _valueIn(bytes32 executionParams) private pure returns (uint256) {
        return uint248(uint256(executionParams));
    }
}
