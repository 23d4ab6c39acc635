// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC7786GatewaySource, IERC7786Recipient} from "@openzeppelin/contracts/interfaces/draft-IERC7786.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {InteroperableAddress} from "@openzeppelin/contracts/utils/draft-InteroperableAddress.sol";

import {ISocket} from "../interfaces/ISocket.sol";
import {Plug} from "../plugs/Plug.sol";
import {IRelayAttribute} from "./IRelayAttribute.sol";

/// @title ERC-7786 gateway over the messaging protocol
/// @notice Contracts that are written for ERC-7786 send their messages by it, and receive them from it. One gateway on
/// each chain serves them all.
///
/// Sending: with the attribute {IRelayAttribute-requestRelay}, a message is delivered for the value attached to the
/// call, and the rest is refunded. Without an attribute nothing is paid, and the message waits: {sendMessage} returns its
/// id, and anybody pays for it by {requestRelay} or {relay}. Contracts that attach no value, such as OpenZeppelin's, work
/// unchanged, and so do programs that pay by {quoteRelay} and {requestRelay} at OpenZeppelin's adapters.
///
/// Receiving: a message is received once. If `receiveMessage` of the recipient reverts, or does not return its selector,
/// the message stays undelivered, and executors retry it for a while. {relay} sends it again with more gas, any time.
///
/// Trust: recipients trust the gateway to name the sender. The owner links each chain once and for all; until then, he
/// can link it with a contract that pretends to be any sender of that chain. Once all chains are linked, he should
/// renounce. Whom the switchboards of the links trust can forge messages as for any plug.
contract PlugsGateway is IERC7786GatewaySource, Plug {
    /// @dev What is asked of the delivery of a message.
    struct Relay {
        bool isPaid;
        address refundRecipient;
        uint256 gasLimit;
    }

    /// @dev A message that nobody has paid for yet, so that its id is enough to pay.
    struct Waiting {
        address sender;
        bytes recipient;
        bytes payload;
    }

    struct Sent {
        bytes24 hash;
        uint64 leastGas;
    }

    /// @dev Value, gas limit and address behind the selector.
    uint256 private constant ATTRIBUTE_LENGTH = 4 + 3 * 32;
    /// @dev What a message has beside its payload: five words, and the length of the payload.
    uint256 private constant ENVELOPE_LENGTH = 6 * 32;
    /// @dev Enough to check a message and note that it is received, before the recipient is called.
    uint256 private constant INBOUND_GAS = 60_000;
    /// @dev Gas for each byte of the payload, which is copied several times.
    uint256 private constant GAS_PER_BYTE = 3;
    /// @dev Enough to call an account that was not touched before.
    uint256 private constant CALL_GAS = 3_000;

    /// @notice The slug of a chain that is linked, by its chain id; zero if it is not linked. Most slugs are the chain id.
    mapping(uint256 chainId => uint32 chainSlug) public chainSlugOf;
    /// @notice The id of a chain that is linked, by its slug; zero if it is not linked.
    mapping(uint32 chainSlug => uint256 chainId) public chainIdOf;
    /// @notice How many messages were sent. The id of the last one is this number.
    uint256 public sentCount;
    /// @notice Whether a message was received.
    mapping(bytes32 receiveId => bool isReceived) public isReceived;

    /// @dev What {relay} must be given: what was sent, and no less gas than its sender asked for.
    mapping(bytes32 sendId => Sent sent) private _sent;
    mapping(bytes32 sendId => Waiting message) private _waiting;

    /// @notice A chain is linked: its gateway's messages are delivered here as those of `chainId`.
    event Linked(uint256 indexed chainId, uint32 indexed chainSlug, address gateway);
    /// @notice A message is paid for and on its way, as the message `msgId` of the protocol.
    event MessageRelayed(bytes32 indexed sendId, bytes32 indexed msgId, uint256 gasLimit);

    /// @notice The chain id or the slug is linked already. A link never changes; use a new gateway.
    error AlreadyLinked(uint256 chainId, uint32 chainSlug);
    /// @notice A link needs a chain id and a gateway that are not zero.
    error IncompleteLink(uint256 chainId, address gateway);
    /// @notice The chain id or the slug is this chain's own. Messages within a chain need no gateway: call the recipient.
    error OwnChain(uint256 chainId, uint32 chainSlug);
    /// @notice No gateway is linked for this chain. The owner must call `connect` or `link` first.
    error NotLinked(uint256 chainId);
    /// @notice The recipient is not an account of an EVM chain, in the one form that ERC-7930 gives its address: version,
    /// chain type, chain id without leading zeros, 20 bytes.
    error InvalidRecipient(bytes recipient);
    /// @notice The attribute is not encoded as a call of its function, or asks for more gas than any chain has. Use
    /// `abi.encodeCall`.
    error InvalidAttribute(bytes attribute);
    /// @notice An attribute is given twice. Give it once.
    error RepeatedAttribute(bytes4 selector);
    /// @notice The protocol delivers no native value to the recipient. Pass zero as `value` of `requestRelay`.
    error ValueNotDelivered(uint256 value);
    /// @notice Value is attached to a message without the attribute `requestRelay`, so nothing is paid. Add the attribute,
    /// or attach nothing and call `relay`.
    error UnusedValue(uint256 value);
    /// @notice No such message was sent by this gateway, or none with this id waits. Take id, sender, recipient and payload from its `MessageSent`.
    error UnknownMessage(bytes32 sendId);
    /// @notice The message was received before. There is nothing to do.
    error AlreadyReceived(bytes32 receiveId);
    /// @notice The recipient would get less gas than the sender asked for. Give at least `gasLimit`. A message that is on its
    /// way stays undelivered, and executors try again with more.
    error TooLittleGas(uint256 gasLimit);
    /// @notice The recipient did not answer with the selector of `receiveMessage`, so it has not accepted the message.
    error NotAccepted(address recipient, bytes answer);

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    /// @notice Links a chain whose slug is its chain id, once and for all. See {link}.
    function connect(uint32 siblingChainSlug, address siblingPlug, address switchboard) public override onlyOwner {
        _link(siblingChainSlug, siblingPlug, switchboard, siblingChainSlug);
    }

    /// @notice Links a chain, once and for all. The gateway there must link this one.
    /// @param siblingChainSlug The protocol's slug of the chain.
    /// @param siblingPlug The gateway on that chain.
    /// @param switchboard The switchboard for both directions.
    /// @param siblingChainId What `block.chainid` is on that chain, which ERC-7930 addresses name.
    function link(
        uint32 siblingChainSlug,
        address siblingPlug,
        address switchboard,
        uint256 siblingChainId
    ) external onlyOwner {
        _link(siblingChainSlug, siblingPlug, switchboard, siblingChainId);
    }

    /// @inheritdoc IERC7786GatewaySource
    /// @dev If the attached value is too low, it reverts with {Plug-InsufficientFees}, which says what to attach.
    /// @return sendId Zero if the message is on its way; otherwise the id that {relay} takes.
    function sendMessage(
        bytes calldata recipient,
        bytes calldata payload,
        bytes[] calldata attributes
    ) external payable returns (bytes32 sendId) {
        Relay memory asked = _relayIn(attributes);
        bytes32 id = bytes32(++sentCount);
        _sent[id] = Sent(_hashOf(msg.sender, recipient, payload), uint64(asked.gasLimit));
        if (!asked.isPaid) {
            if (msg.value != 0) revert UnusedValue(msg.value);
            _destinationOf(recipient);
            sendId = id;
            _waiting[id] = Waiting(msg.sender, recipient, payload);
        }
        bytes memory sender = InteroperableAddress.formatEvmV1(block.chainid, msg.sender);
        emit MessageSent(sendId, sender, recipient, payload, 0, attributes);
        if (asked.isPaid) _relay(id, msg.sender, recipient, payload, asked);
    }

    /// @notice Pays for a message that waits, once, by its id alone. Anybody may. {quoteRelay} says what to attach.
    /// @param sendId What {sendMessage} returned.
    /// @param gasLimit Gas that the recipient gets for `receiveMessage`, at least.
    /// @param refundRecipient Gets what the message does not cost of the attached value.
    function requestRelay(bytes32 sendId, uint256 gasLimit, address refundRecipient) external payable {
        Waiting memory message = _waiting[sendId];
        // A call, because {relay} takes what it sends from calldata.
        this.relay{value: msg.value}(
            sendId,
            message.sender,
            message.recipient,
            message.payload,
            gasLimit,
            refundRecipient
        );
    }

    /// @notice Pays for a message that waits, or sends one again with more gas that was not received. Anybody may.
    /// @param sendId What {sendMessage} returned, or the one of the event {MessageRelayed}.
    /// @param sender The account that called {sendMessage}.
    /// @param gasLimit Gas that the recipient gets for `receiveMessage`, at least; no less than its sender asked for, so that
    /// nobody starves a recipient that swallows failures.
    /// @param refundRecipient Gets what the message does not cost of the attached value.
    function relay(
        bytes32 sendId,
        address sender,
        bytes calldata recipient,
        bytes calldata payload,
        uint256 gasLimit,
        address refundRecipient
    ) external payable {
        Sent memory sent = _sent[sendId];
        if (sent.hash != _hashOf(sender, recipient, payload)) revert UnknownMessage(sendId);
        if (gasLimit < sent.leastGas) revert TooLittleGas(sent.leastGas);
        delete _waiting[sendId];
        _relay(sendId, sender, recipient, payload, Relay(true, refundRecipient, gasLimit));
    }

    /// @notice Returns what a message costs now, in wei.
    function quote(bytes calldata recipient, uint256 payloadSize, uint256 gasLimit) public view returns (uint256) {
        (uint32 dstChainSlug, ) = _destinationOf(recipient);
        return
            minFees(
                dstChainSlug,
                _inboundGasFor(gasLimit, payloadSize),
                ENVELOPE_LENGTH + ((payloadSize + 31) / 32) * 32
            );
    }

    /// @notice Returns what {requestRelay} costs now for a message, in wei.
    /// @param value Native value for the recipient, of which none is delivered.
    function quoteRelay(
        bytes calldata recipient,
        bytes calldata payload,
        bytes[] calldata,
        uint256 value,
        uint256 gasLimit,
        address
    ) external view returns (uint256) {
        if (value != 0) revert ValueNotDelivered(value);
        return quote(recipient, payload.length, gasLimit);
    }

    /// @inheritdoc IERC7786GatewaySource
    function supportsAttribute(bytes4 selector) public pure returns (bool) {
        return selector == IRelayAttribute.requestRelay.selector;
    }

    /// @notice Returns the id that a recipient is given with a message. No two messages of any gateways share it.
    /// @param chainId Chain of the gateway that sent the message.
    /// @param gateway The gateway that sent the message.
    /// @param sendId The message's id at that gateway.
    function receiveIdOf(uint256 chainId, address gateway, bytes32 sendId) public pure returns (bytes32) {
        return keccak256(abi.encode(chainId, gateway, sendId));
    }

    function _link(uint32 chainSlug, address gateway, address switchboard, uint256 chainId) private {
        if (chainId == 0 || gateway == address(0)) revert IncompleteLink(chainId, gateway);
        // Recipients take a sender of their own chain for an account that has called the gateway here.
        if (chainId == block.chainid || chainSlug == socket.chainSlug()) revert OwnChain(chainId, chainSlug);
        if (chainSlugOf[chainId] != 0 || chainIdOf[chainSlug] != 0) revert AlreadyLinked(chainId, chainSlug);
        chainSlugOf[chainId] = chainSlug;
        chainIdOf[chainSlug] = chainId;
        super.connect(chainSlug, gateway, switchboard);
        emit Linked(chainId, chainSlug, gateway);
    }

    /// @dev The gas limit travels along, so that nobody delivers a message with less and starves its recipient.
    function _relay(
        bytes32 sendId,
        address sender,
        bytes calldata recipient,
        bytes calldata payload,
        Relay memory asked
    ) private paysFeesAndRefunds(asked.refundRecipient) {
        (uint32 dstChainSlug, address account) = _destinationOf(recipient);
        bytes memory message = abi.encode(sendId, sender, account, asked.gasLimit, payload);
        bytes32 msgId = _send(dstChainSlug, _inboundGasFor(asked.gasLimit, payload.length), message);
        emit MessageRelayed(sendId, msgId, asked.gasLimit);
    }

    function _inbound(uint32 srcChainSlug, bytes calldata message) internal override {
        (bytes32 sendId, address sender, address account, uint256 gasLimit, bytes memory payload) = abi.decode(
            message,
            (bytes32, address, address, uint256, bytes)
        );
        uint256 chainId = chainIdOf[srcChainSlug];
        bytes32 receiveId = receiveIdOf(chainId, siblings[srcChainSlug], sendId);
        if (isReceived[receiveId]) revert AlreadyReceived(receiveId);
        // Before the call: the recipient may have a second delivery of the same message executed.
        isReceived[receiveId] = true;
        bytes memory from = InteroperableAddress.formatEvmV1(chainId, sender);
        _deliver(account, gasLimit, abi.encodeCall(IERC7786Recipient.receiveMessage, (receiveId, from, payload)));
    }

    function _deliver(address account, uint256 gasLimit, bytes memory call) private {
        // A call passes on all but a 64th of the gas.
        if (gasleft() < gasLimit + gasLimit / 63 + CALL_GAS) revert TooLittleGas(gasLimit);
        bytes memory answer = Address.functionCall(account, call);
        if (answer.length < 32 || bytes32(answer) != bytes32(IERC7786Recipient.receiveMessage.selector)) {
            revert NotAccepted(account, answer);
        }
    }

    /// @dev An address has one form here, so that whoever reads the event `MessageSent` sees what was sent.
    function _destinationOf(bytes calldata recipient) private view returns (uint32 dstChainSlug, address account) {
        uint256 chainId;
        (, chainId, account) = InteroperableAddress.tryParseEvmV1Calldata(recipient);
        if (keccak256(recipient) != keccak256(InteroperableAddress.formatEvmV1(chainId, account))) {
            revert InvalidRecipient(recipient);
        }
        dstChainSlug = chainSlugOf[chainId];
        if (dstChainSlug == 0) revert NotLinked(chainId);
    }

    function _relayIn(bytes[] calldata attributes) private pure returns (Relay memory asked) {
        for (uint256 i = 0; i < attributes.length; i++) {
            bytes calldata attribute = attributes[i];
            bytes4 selector = bytes4(attribute);
            if (!supportsAttribute(selector)) revert UnsupportedAttribute(selector);
            if (asked.isPaid) revert RepeatedAttribute(selector);
            if (attribute.length != ATTRIBUTE_LENGTH) revert InvalidAttribute(attribute);
            (uint256 value, uint256 gasLimit, uint256 account) = abi.decode(attribute[4:], (uint256, uint256, uint256));
            if (account > type(uint160).max || gasLimit > type(uint64).max) revert InvalidAttribute(attribute);
            if (value != 0) revert ValueNotDelivered(value);
            asked = Relay(true, address(uint160(account)), gasLimit);
        }
    }

    function _inboundGasFor(uint256 gasLimit, uint256 payloadSize) private pure returns (uint256) {
        return INBOUND_GAS + GAS_PER_BYTE * payloadSize + gasLimit + gasLimit / 63;
    }

    function _hashOf(address sender, bytes calldata recipient, bytes calldata payload) private pure returns (bytes24) {
        return bytes24(keccak256(abi.encode(sender, recipient, payload)));
    }
}
