// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {ISocket} from "../../../interfaces/ISocket.sol";
import {ISwitchboard} from "../../../interfaces/ISwitchboard.sol";
import {IExecutionManager} from "../interfaces/IExecutionManager.sol";
import {ITransmitManager} from "../interfaces/ITransmitManager.sol";

/// @title Prices and fee accounting of the devnet
/// @notice Holds all fees of all messages, credited to whoever earned them: this chain's executors, its transmit
/// manager and the switchboard that the plug chose. The credited fees always equal the balance.
contract ExecutionManager is IExecutionManager, AccessControl {
    using SafeCast for uint256;

    /// @notice Price of execution on one destination, in wei of this chain.
    /// @param perGas Price per unit of gas that the message asks for.
    /// @param perByte Price per byte of payload.
    /// @param overhead Base price of any message.
    /// @param relativeNativePrice Wei of this chain per 1e18 wei delivered there.
    /// @param maxMsgValue Maximum value that one message may deliver, in wei of the destination.
    struct Price {
        uint128 perGas;
        uint128 perByte;
        uint128 overhead;
        uint128 relativeNativePrice;
        uint128 maxMsgValue;
    }

    bytes32 public constant EXECUTOR_ROLE = keccak256("EXECUTOR_ROLE");
    uint256 private constant RELATIVE_PRICE_UNIT = 1e18;

    /// @notice Maximum length of a payload in bytes.
    uint256 public maxPayloadSize = 3000;
    mapping(uint32 dstChainSlug => Price) public prices;
    /// @notice Fees that each earner can withdraw; execution fees are credited to this contract's own address.
    mapping(address earner => uint256) public feesOf;

    event PriceSet(uint32 dstChainSlug, Price price);
    event MaxPayloadSizeSet(uint256 maxPayloadSize);
    event FeesWithdrawn(address indexed earner, address to, uint256 amount);

    constructor(address admin, address[] memory executors, uint32[] memory dstChainSlugs, Price memory price) {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        for (uint256 i = 0; i < executors.length; i++) _grantRole(EXECUTOR_ROLE, executors[i]);
        for (uint256 i = 0; i < dstChainSlugs.length; i++) _setPrice(dstChainSlugs[i], price);
    }

    function setPrice(uint32 dstChainSlug, Price calldata price) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setPrice(dstChainSlug, price);
    }

    function setMaxPayloadSize(uint256 size) external onlyRole(DEFAULT_ADMIN_ROLE) {
        maxPayloadSize = size;
        emit MaxPayloadSizeSet(size);
    }

    /// @inheritdoc IExecutionManager
    /// @dev Open to everyone: a caller that sends no message only gives value away.
    function payAndCheckFees(Order calldata order) external payable returns (ISocket.Fees memory fees) {
        fees = _quote(order);
        uint256 required = _total(fees);
        if (msg.value < required) revert ISocket.InsufficientFees();
        fees.executionFee = (fees.executionFee + (msg.value - required)).toUint128();

        feesOf[address(this)] += fees.executionFee;
        feesOf[order.transmitManager] += fees.transmissionFees;
        feesOf[order.switchboard] += fees.switchboardFees;
    }

    /// @notice Withdraws earned execution fees.
    function withdrawExecutionFees(address payable to, uint256 amount) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _withdraw(address(this), to, amount);
    }

    /// @notice Withdraws the caller's earned fees. Transmit managers and switchboards call it.
    function withdrawFees(address payable to, uint256 amount) external {
        _withdraw(msg.sender, to, amount);
    }

    /// @inheritdoc IExecutionManager
    function getMinFees(Order calldata order) external view returns (uint256 totalFees) {
        return _total(_quote(order));
    }

    /// @inheritdoc IExecutionManager
    function isExecutor(
        bytes32 packedMessage,
        bytes calldata signature
    ) external view returns (address executor, bool isValidExecutor) {
        executor = ECDSA.recover(MessageHashUtils.toEthSignedMessageHash(packedMessage), signature);
        isValidExecutor = hasRole(EXECUTOR_ROLE, executor);
    }

    /// @inheritdoc IExecutionManager
    function verifyParams(bytes32 executionParams, uint256 msgValue) external pure {
        if (msgValue < _messageValue(executionParams)) revert ISocket.InsufficientMsgValue();
    }

    function _setPrice(uint32 dstChainSlug, Price memory price) private {
        prices[dstChainSlug] = price;
        emit PriceSet(dstChainSlug, price);
    }

    function _withdraw(address earner, address payable to, uint256 amount) private {
        feesOf[earner] -= amount;
        emit FeesWithdrawn(earner, to, amount);
        Address.sendValue(to, amount);
    }

    function _quote(Order calldata order) private view returns (ISocket.Fees memory fees) {
        if (order.payloadSize > maxPayloadSize) revert ISocket.PayloadTooLarge();
        Price storage price = prices[order.dstChainSlug];
        uint256 value = _messageValue(order.executionParams);
        if (value > price.maxMsgValue) revert ISocket.MsgValueTooHigh();

        (uint128 switchboardFees, uint128 verificationOverheadFees) = ISwitchboard(order.switchboard).getMinFees(
            order.dstChainSlug
        );
        uint256 executionFee = order.minMsgGasLimit * price.perGas;
        executionFee += order.payloadSize * price.perByte;
        executionFee += price.overhead;
        executionFee += (value * price.relativeNativePrice) / RELATIVE_PRICE_UNIT;
        // The executor verifies the packet, so it earns the verification fee.
        executionFee += verificationOverheadFees;

        fees.transmissionFees = ITransmitManager(order.transmitManager).getMinFees(order.dstChainSlug);
        fees.executionFee = executionFee.toUint128();
        fees.switchboardFees = switchboardFees;
    }

    /// @dev The first byte is the parameters' type, and zero means none; the other 248 bits are the value.
    function _messageValue(bytes32 executionParams) private pure returns (uint256) {
        return executionParams[0] == 0 ? 0 : uint256(uint248(uint256(executionParams)));
    }

    function _total(ISocket.Fees memory fees) private pure returns (uint256) {
        return uint256(fees.transmissionFees) + fees.executionFee + fees.switchboardFees;
    }
}
