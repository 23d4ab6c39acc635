// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {ICapacitor} from "../interfaces/ICapacitor.sol";
import {IPlug} from "../interfaces/IPlug.sol";
import {ISocket} from "../interfaces/ISocket.sol";

/// @title A plug that does not inherit Plug.sol, in several shapes
/// @notice For tests of everything that connects plugs and sends through them. It has no function that names its socket,
/// its functions that connect have other names and orders of parameters, and it pays for messages in ways of its own.
contract ForeignPlug is IPlug {
    uint256 public constant INBOUND_GAS = 100_000;

    ISocket private immutable _socket;
    address private immutable _owner;

    bytes public received;

    /// @notice The value attached is not the toll.
    error WrongToll();
    /// @notice The value attached is below the toll.
    error TollTooLow();
    /// @notice The plug is closed.
    error Closed();
    /// @notice The caller does not own the plug.
    error NotMine();

    modifier onlyMine() {
        if (msg.sender != _owner) revert NotMine();
        _;
    }

    constructor(ISocket socket_, address owner_) {
        _socket = socket_;
        _owner = owner_;
    }

    receive() external payable {}

    /// @notice Connects the plug.
    function linkTo(uint32 remoteSlug, address remotePlug, address switchboard) external onlyMine {
        _socket.connect(remoteSlug, remotePlug, switchboard, switchboard);
    }

    /// @notice Connects the plug, with parameters in another order and of another type.
    function pair(address switchboard, uint256 slug, address peer) external onlyMine {
        _socket.connect(uint32(slug), peer, switchboard, switchboard);
    }

    /// @notice Takes what {linkTo} takes, and connects nothing.
    function pretendTo(uint32, address, address) external onlyMine {}

    /// @notice Sends one message and hands on all that is attached, so that the socket refuses too little.
    function post(uint32 dstChainSlug, bytes calldata payload) external payable {
        _send(dstChainSlug, msg.value, payload);
    }

    /// @notice Sends several messages and divides what is attached among them.
    function postMany(uint32 dstChainSlug, uint256 count) external payable {
        for (uint256 i = 0; i < count; i++) _send(dstChainSlug, msg.value / count, new bytes(32));
    }

    /// @notice Sends a message of 32 bytes for each length, each for its own price.
    function postEach(uint32 dstChainSlug, uint256[] calldata lengths) external payable {
        uint256 left = msg.value;
        for (uint256 i = 0; i < lengths.length; i++) {
            uint256 fee = _price(dstChainSlug, lengths[i]);
            _send(dstChainSlug, left < fee ? left : fee, new bytes(lengths[i]));
            left -= left < fee ? left : fee;
        }
        Address.sendValue(payable(msg.sender), left);
    }

    /// @notice Sends a message that carries native value, for which the fee is higher.
    function postWithValue(uint32 dstChainSlug, uint248 carried) external payable {
        bytes32 params = bytes32((uint256(1) << 248) | carried);
        _socket.outbound{value: msg.value}(dstChainSlug, INBOUND_GAS, params, 0, new bytes(32));
    }

    /// @notice What {announce} takes.
    function toll(uint32 dstChainSlug) public view returns (uint256) {
        return _price(dstChainSlug, 32);
    }

    /// @notice Sends one message for exactly its toll.
    function announce(uint32 dstChainSlug) external payable {
        if (msg.value != toll(dstChainSlug)) revert WrongToll();
        _send(dstChainSlug, msg.value, new bytes(32));
    }

    /// @notice Sends one message and pays the socket half more than it asks for. Gives back the rest.
    function announceFast(uint32 dstChainSlug) external payable {
        uint256 price = (toll(dstChainSlug) * 3) / 2;
        if (msg.value < price) revert TollTooLow();
        _send(dstChainSlug, price, new bytes(32));
        Address.sendValue(payable(msg.sender), msg.value - price);
    }

    /// @notice Sends one message from the balance of the plug.
    function announceForFree(uint32 dstChainSlug) external payable {
        _send(dstChainSlug, toll(dstChainSlug), new bytes(32));
    }

    /// @notice Sends as many messages as the value pays for, up to ten.
    function flood(uint32 dstChainSlug) external payable {
        uint256 price = toll(dstChainSlug);
        if (msg.value < price) revert ISocket.InsufficientFees();
        uint256 left = msg.value;
        for (uint256 i = 0; i < 10 && left >= price; i++) {
            _send(dstChainSlug, price, new bytes(32));
            left -= price;
        }
        Address.sendValue(payable(msg.sender), left);
    }

    /// @notice Sends nothing, and says so with an error that has nothing to do with fees.
    function postWhenOpen(uint32) external payable {
        revert Closed();
    }

    /// @notice Refuses every value with the socket's error.
    function neverContent(uint32) external payable {
        revert ISocket.InsufficientFees();
    }

    /// @notice Keeps half of what is attached, and asks the sender to attach enough.
    function keepHalf(uint32 dstChainSlug) external payable {
        _send(dstChainSlug, msg.value / 2, new bytes(32));
    }

    /// @notice Asks for 1 ether and keeps what the message does not cost.
    function keepMost(uint32 dstChainSlug) external payable {
        if (msg.value < 1 ether) revert ISocket.InsufficientFees();
        _send(dstChainSlug, toll(dstChainSlug), new bytes(32));
        Address.sendValue(payable(msg.sender), msg.value - 1 ether);
    }

    /// @notice Pays the socket 1 ether for a message.
    function payMost(uint32 dstChainSlug) external payable {
        if (msg.value < 1 ether) revert ISocket.InsufficientFees();
        _send(dstChainSlug, 1 ether, new bytes(32));
        Address.sendValue(payable(msg.sender), msg.value - 1 ether);
    }

    /// @notice Hands on what is attached in a simulation, where gas has no price, and keeps it in a transaction.
    function postWhenSimulated(uint32 dstChainSlug) external payable {
        if (tx.gasprice == 0) _send(dstChainSlug, msg.value, new bytes(32));
    }

    /// @notice Sends one message, and logs what a capacitor logs before and after it: as if the next packet of this
    /// contract contained the message.
    function postAndImitate(uint32 dstChainSlug, bytes32 foreseen, bytes32 packedMessage) external payable {
        emit ICapacitor.MessageAdded(foreseen, 7, foreseen);
        _send(dstChainSlug, msg.value, new bytes(32));
        emit ICapacitor.MessageAdded(packedMessage, 8, packedMessage);
    }

    /// @inheritdoc IPlug
    function inbound(uint32, bytes calldata payload) external payable {
        received = payload;
    }

    function _price(uint32 dstChainSlug, uint256 size) private view returns (uint256) {
        return _socket.getMinFees(INBOUND_GAS, size, 0, 0, dstChainSlug, address(this));
    }

    function _send(uint32 dstChainSlug, uint256 fee, bytes memory payload) private {
        _socket.outbound{value: fee}(dstChainSlug, INBOUND_GAS, 0, 0, payload);
    }
}
