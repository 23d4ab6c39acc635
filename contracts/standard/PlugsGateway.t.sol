// SPDX-License-Identifier: MIT
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC7786GatewaySource} from "@openzeppelin/contracts/interfaces/draft-IERC7786.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {Errors} from "@openzeppelin/contracts/utils/Errors.sol";
import {InteroperableAddress} from "@openzeppelin/contracts/utils/draft-InteroperableAddress.sol";

import {MoodyReceiver} from "../../test/fixtures/solidity/MoodyReceiver.sol";
import {MoodyRecipient} from "../fixtures/standard/MoodyRecipient.sol";
import {Plug} from "../plugs/Plug.sol";
import {CrossChainTest} from "../testing/CrossChainTest.sol";
import {DeliveryHandler} from "../testing/DeliveryHandler.sol";
import {vm, Vm} from "../testing/Vm.sol";
import {IRelayAttribute} from "./IRelayAttribute.sol";
import {PlugsGateway} from "./PlugsGateway.sol";

/// @dev Two chains with a gateway and a recipient each. The id of the second is not its slug.
abstract contract TwoGateways is CrossChainTest {
    uint256 internal constant ALPHA_ID = 41_001;
    uint256 internal constant BETA_ID = 1729;
    uint256 internal constant GAS = 400_000;
    address internal constant REFUNDED = address(0xfeed);

    PlugsGateway internal here;
    PlugsGateway internal there;
    MoodyRecipient internal recipient;
    uint32 internal alpha;
    uint32 internal beta;
    /// @dev The recipient as ERC-7930 has it.
    bytes internal to;

    function setUp() public virtual {
        here = new PlugsGateway(addChain("alpha").socket, address(this));
        there = new PlugsGateway(addChain("beta", 1_324_967_486, BETA_ID).socket, address(this));
        (alpha, beta) = (slugOf(address(here)), slugOf(address(there)));
        here.link(beta, address(there), chainOf(alpha).switchboard, BETA_ID);
        useChain(beta);
        there.connect(alpha, address(here), chainOf(beta).switchboard);
        useChain(alpha);
        recipient = new MoodyRecipient();
        to = InteroperableAddress.formatEvmV1(BETA_ID, address(recipient));
    }

    function _relayed(uint256 gasLimit, address refundRecipient) internal pure returns (bytes[] memory attributes) {
        attributes = new bytes[](1);
        attributes[0] = abi.encodeCall(IRelayAttribute.requestRelay, (0, gasLimit, refundRecipient));
    }

    function _call(bytes memory payload, bytes[] memory attributes) internal view returns (bytes memory) {
        return abi.encodeCall(here.sendMessage, (to, payload, attributes));
    }

    function _unpaid(bytes memory payload) internal returns (bytes32 sendId) {
        return here.sendMessage(to, payload, new bytes[](0));
    }

    function _relayCall(bytes32 sendId, bytes memory payload, uint256 gasLimit) internal view returns (bytes memory) {
        return abi.encodeCall(here.relay, (sendId, address(this), to, payload, gasLimit, REFUNDED));
    }

    function _receiveId(bytes32 sendId) internal view returns (bytes32) {
        return here.receiveIdOf(ALPHA_ID, address(here), sendId);
    }
}

contract PlugsGatewaySendingTest is TwoGateways {
    function testFuzz_sendMessage_arrivesWithSenderPayloadAndId(bytes calldata payload) public {
        vm.assume(payload.length < 2500);
        bytes32 msgId = send(address(here), _call(payload, _relayed(GAS + 100 * payload.length, REFUNDED)));
        deliver();
        assertDelivered(msgId);
        vm.assertEq(recipient.payload(), payload);
        vm.assertEq(recipient.sender(), InteroperableAddress.formatEvmV1(ALPHA_ID, address(this)));
        vm.assertEq(recipient.receiveId(), _receiveId(bytes32(uint256(1))));
        vm.assertEq(recipient.gateway(), address(there));
        vm.assertTrue(there.isReceived(recipient.receiveId()));
    }

    function testFuzz_receiveIdOf_isTheHashOfTheSendingGatewayAndItsId(bytes32 sendId) public view {
        vm.assertEq(_receiveId(sendId), keccak256(abi.encode(ALPHA_ID, address(here), sendId)));
    }

    function test_sendMessage_comesBackFromTheChainWhoseIdIsNotItsSlug() public {
        to = InteroperableAddress.formatEvmV1(ALPHA_ID, address(recipient));
        bytes32 msgId = send(address(there), _call("back", _relayed(GAS, REFUNDED)));
        deliver();
        assertDelivered(msgId);
        vm.assertEq(recipient.sender(), InteroperableAddress.formatEvmV1(BETA_ID, address(this)));
        vm.assertEq(recipient.receiveId(), here.receiveIdOf(BETA_ID, address(there), bytes32(uint256(1))));
    }

    function test_sendMessage_saysWhatIsSent() public {
        bytes[] memory attributes = _relayed(GAS, REFUNDED);
        bytes memory sender = InteroperableAddress.formatEvmV1(ALPHA_ID, address(this));
        uint256 fee = here.quote(to, 5, GAS);
        vm.deal(address(this), fee);
        vm.expectEmit(address(here));
        emit IERC7786GatewaySource.MessageSent(0, sender, to, "hello", 0, attributes);
        vm.assertEq(here.sendMessage{value: fee}(to, "hello", attributes), bytes32(0));
        vm.expectEmit(address(here));
        emit IERC7786GatewaySource.MessageSent(bytes32(uint256(2)), sender, to, "hello", 0, new bytes[](0));
        vm.assertEq(_unpaid("hello"), bytes32(uint256(2)));
        vm.assertEq(messages().length, 1, "the second waits");
    }

    function testFuzz_sendMessage_costsTheQuoteAndRefundsTheRest(uint32 gasLimit, uint16 size, uint64 rest) public {
        bytes memory payload = new bytes(size % 2500);
        uint256 fee = here.quote(to, payload.length, gasLimit);
        vm.deal(address(this), fee + rest);
        vm.expectRevert(abi.encodeWithSelector(Plug.InsufficientFees.selector, fee, fee - 1));
        here.sendMessage{value: fee - 1}(to, payload, _relayed(gasLimit, REFUNDED));

        here.sendMessage{value: fee + rest}(to, payload, _relayed(gasLimit, REFUNDED));
        vm.assertEq(REFUNDED.balance, rest, "refunded");
        vm.assertEq(chainOf(alpha).executionManager.balance, fee, "paid");
        vm.assertEq(address(here).balance + address(this).balance, 0, "left");
    }

    function test_sendMessage_revertsWhenTheRefundIsRefused() public {
        MoodyReceiver refuser = new MoodyReceiver();
        refuser.feel(MoodyReceiver.Mood.Refuses);
        uint256 fee = here.quote(to, 0, GAS);
        vm.deal(address(this), 2 * fee + 1);
        vm.expectRevert(abi.encodeWithSelector(Plug.RefundFailed.selector, address(refuser), 1));
        here.sendMessage{value: fee + 1}(to, "", _relayed(GAS, address(refuser)));
        here.sendMessage{value: fee}(to, "", _relayed(GAS, address(refuser)));
    }

    function test_sendMessage_aRefundSendsTheNextMessage() public {
        MoodyReceiver again = new MoodyReceiver();
        uint256 fee = here.quote(to, 0, GAS);
        vm.deal(address(this), fee + 1);
        again.callWhenPaid(address(here), _call("", new bytes[](0)));
        here.sendMessage{value: fee + 1}(to, "", _relayed(GAS, address(again)));
        vm.assertTrue(again.called());
        vm.assertEq(here.sentCount(), 2);
        vm.assertEq(address(again).balance, 1, "kept");
    }

    function testFuzz_sendMessage_refusesOtherAttributes(bytes4 selector, bytes calldata rest) public {
        vm.assume(selector != IRelayAttribute.requestRelay.selector);
        vm.assertFalse(here.supportsAttribute(selector));
        bytes[] memory attributes = _relayed(GAS, REFUNDED);
        attributes[0] = bytes.concat(selector, rest);
        vm.expectRevert(abi.encodeWithSelector(IERC7786GatewaySource.UnsupportedAttribute.selector, selector));
        here.sendMessage(to, "", attributes);
    }

    function test_sendMessage_refusesAnEmptyAttribute() public {
        vm.expectRevert(abi.encodeWithSelector(IERC7786GatewaySource.UnsupportedAttribute.selector, bytes4(0)));
        here.sendMessage(to, "", new bytes[](1));
    }

    function testFuzz_sendMessage_refusesMalformedAttributes(bytes calldata encoded, uint96 dirt) public {
        vm.assume(encoded.length != 96 && dirt != 0);
        bytes4 selector = IRelayAttribute.requestRelay.selector;
        bytes[] memory attributes = new bytes[](1);
        attributes[0] = bytes.concat(selector, encoded);
        vm.expectRevert(abi.encodeWithSelector(PlugsGateway.InvalidAttribute.selector, attributes[0]));
        here.sendMessage(to, "", attributes);
        attributes[0] = abi.encodeWithSelector(selector, 0, 2 ** 64, REFUNDED);
        vm.expectRevert(abi.encodeWithSelector(PlugsGateway.InvalidAttribute.selector, attributes[0]));
        here.sendMessage(to, "", attributes);
        attributes[0] = abi.encodeWithSelector(selector, 0, GAS, (uint256(dirt) << 160) | 1);
        vm.expectRevert(abi.encodeWithSelector(PlugsGateway.InvalidAttribute.selector, attributes[0]));
        here.sendMessage(to, "", attributes);
    }

    function test_sendMessage_refusesAnAttributeTwice() public {
        bytes[] memory attributes = new bytes[](2);
        attributes[0] = _relayed(GAS, REFUNDED)[0];
        attributes[1] = attributes[0];
        bytes4 selector = IRelayAttribute.requestRelay.selector;
        vm.assertTrue(here.supportsAttribute(selector));
        vm.expectRevert(abi.encodeWithSelector(PlugsGateway.RepeatedAttribute.selector, selector));
        here.sendMessage(to, "", attributes);
    }

    function test_sendMessage_refusesValueForTheRecipient() public {
        bytes[] memory attributes = new bytes[](1);
        attributes[0] = abi.encodeCall(IRelayAttribute.requestRelay, (1, GAS, REFUNDED));
        vm.expectRevert(abi.encodeWithSelector(PlugsGateway.ValueNotDelivered.selector, 1));
        here.sendMessage(to, "", attributes);
    }

    function test_sendMessage_refusesValueThatPaysForNothing() public {
        vm.deal(address(this), 1);
        vm.expectRevert(abi.encodeWithSelector(PlugsGateway.UnusedValue.selector, 1));
        here.sendMessage{value: 1}(to, "", new bytes[](0));
    }

    function testFuzz_sendMessage_refusesWhatIsNoAddress(bytes calldata noise) public {
        _refuses(noise);
    }

    function test_sendMessage_refusesMalformedAddresses() public {
        bytes20 account = bytes20(address(recipient));
        _refuses("");
        _refuses(hex"0001000002");
        _refuses(InteroperableAddress.formatEvmV1(BETA_ID));
        _refuses(InteroperableAddress.formatEvmV1(address(recipient)));
        // Another version, another type of chain, a leading zero, an account of 19 bytes, and a byte too many.
        _refuses(abi.encodePacked(hex"000200000206c114", account));
        _refuses(abi.encodePacked(hex"000100020206c114", account));
        _refuses(abi.encodePacked(hex"00010000030006c114", account));
        _refuses(abi.encodePacked(hex"000100000206c113", bytes19(account)));
        _refuses(abi.encodePacked(to, hex"00"));
        vm.assertEq(abi.encodePacked(hex"000100000206c114", account), to);
    }

    function testFuzz_sendMessage_refusesChainsWithoutALink(uint256 chainId, bool isPaid) public {
        vm.assume(chainId != BETA_ID);
        to = InteroperableAddress.formatEvmV1(chainId, address(recipient));
        vm.expectRevert(abi.encodeWithSelector(PlugsGateway.NotLinked.selector, chainId));
        here.sendMessage(to, "", isPaid ? _relayed(GAS, REFUNDED) : new bytes[](0));
    }

    function _refuses(bytes memory malformed) private {
        vm.expectRevert(abi.encodeWithSelector(PlugsGateway.InvalidRecipient.selector, malformed));
        here.sendMessage(malformed, "", _relayed(GAS, REFUNDED));
    }
}

contract PlugsGatewayRelayingTest is TwoGateways {
    function testFuzz_relay_paysForAMessageThatWaits(address payer, uint64 rest) public {
        bytes32 sendId = _unpaid("later");
        uint256 fee = here.quote(to, 5, GAS);
        vm.deal(payer, fee + rest);
        sendAs(payer, address(here), _relayCall(sendId, "later", GAS), fee + rest);
        vm.assertEq(REFUNDED.balance, rest, "refunded");
        deliver();
        vm.assertEq(recipient.payload(), "later");
        vm.assertEq(recipient.receiveId(), _receiveId(sendId));
        vm.assertEq(recipient.sender(), InteroperableAddress.formatEvmV1(ALPHA_ID, address(this)));
    }

    function testFuzz_requestRelay_paysForAMessageThatWaitsByItsId(
        address payer,
        bytes calldata payload,
        uint64 rest
    ) public {
        vm.assume(payload.length < 2500);
        bytes32 sendId = _unpaid(payload);
        uint256 gas = GAS + 100 * payload.length;
        uint256 fee = here.quoteRelay(to, payload, new bytes[](0), 0, gas, REFUNDED);
        vm.deal(payer, fee + rest);
        sendAs(payer, address(here), abi.encodeCall(here.requestRelay, (sendId, gas, REFUNDED)), fee + rest);
        vm.assertEq(REFUNDED.balance, rest, "refunded");
        deliver();
        vm.assertEq(recipient.payload(), payload);
        vm.assertEq(recipient.receiveId(), _receiveId(sendId));
        vm.assertEq(recipient.sender(), InteroperableAddress.formatEvmV1(ALPHA_ID, address(this)));
    }

    function test_requestRelay_revertsWhenOneWeiShort() public {
        bytes32 sendId = _unpaid("later");
        uint256 fee = here.quote(to, 5, GAS);
        vm.deal(address(this), fee);
        vm.expectRevert(abi.encodeWithSelector(Plug.InsufficientFees.selector, fee, fee - 1));
        here.requestRelay{value: fee - 1}(sendId, GAS, REFUNDED);
        here.requestRelay{value: fee}(sendId, GAS, REFUNDED);
    }

    function testFuzz_requestRelay_nobodyPaysTwiceOrForNothing(bytes32 id, bool byId) public {
        bytes32 sendId = _unpaid("once");
        vm.deal(address(this), 10 ether);
        if (byId) here.requestRelay{value: 1 ether}(sendId, GAS, REFUNDED);
        else here.relay{value: 1 ether}(sendId, address(this), to, "once", GAS, REFUNDED);
        send(address(here), _call("paid", _relayed(GAS, REFUNDED)));
        for (uint256 i = 0; i < 3; i++) {
            bytes32 unknown = i == 0 ? id : bytes32(i);
            vm.expectRevert(abi.encodeWithSelector(PlugsGateway.UnknownMessage.selector, unknown));
            here.requestRelay{value: 1 ether}(unknown, GAS, REFUNDED);
        }
    }

    function test_quoteRelay_refusesValueForTheRecipient() public {
        vm.expectRevert(abi.encodeWithSelector(PlugsGateway.ValueNotDelivered.selector, 1));
        here.quoteRelay(to, "", new bytes[](0), 1, GAS, REFUNDED);
    }

    function test_relay_isLoggedWithTheProtocolsMessage() public {
        bytes32 sendId = _unpaid("later");
        uint256 fee = here.quote(to, 5, GAS);
        vm.deal(address(this), fee);
        here.relay{value: fee}(sendId, address(this), to, "later", GAS, REFUNDED);
        Vm.Log[] memory logs = takeLogs();
        Vm.Log memory last = logs[logs.length - 1];
        vm.assertEq(last.topics[0], PlugsGateway.MessageRelayed.selector);
        vm.assertEq(last.topics[1], sendId);
        vm.assertEq(last.topics[2], lastMessage());
        vm.assertEq(last.data, abi.encode(GAS));
    }

    function test_relay_revertsWhenOneWeiShortAndCanBeRepeated() public {
        bytes32 sendId = _unpaid("");
        uint256 fee = here.quote(to, 0, GAS);
        vm.deal(address(this), fee);
        vm.expectRevert(abi.encodeWithSelector(Plug.InsufficientFees.selector, fee, fee - 1));
        here.relay{value: fee - 1}(sendId, address(this), to, "", GAS, REFUNDED);
        here.relay{value: fee}(sendId, address(this), to, "", GAS, REFUNDED);
    }

    function testFuzz_relay_sendsNothingElseThanWhatWasSent(bytes32 id, address sender, bytes calldata payload) public {
        bytes32 sendId = _unpaid("true");
        vm.assume(id != sendId || sender != address(this) || keccak256(payload) != keccak256("true"));
        vm.deal(address(this), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(PlugsGateway.UnknownMessage.selector, id));
        here.relay{value: 1 ether}(id, sender, to, payload, GAS, REFUNDED);
        vm.expectRevert(abi.encodeWithSelector(PlugsGateway.UnknownMessage.selector, sendId));
        here.relay{value: 1 ether}(sendId, address(this), bytes.concat(to, "0"), "true", GAS, REFUNDED);
    }

    function test_relay_sendsAgainWithMoreGas() public {
        bytes32 first = send(address(here), _call("hungry", _relayed(100, REFUNDED)));
        deliver();
        assertInboundReverted(first, Errors.FailedCall.selector);
        bytes32 second = send(address(here), _relayCall(bytes32(uint256(1)), "hungry", GAS));
        deliver();
        assertDelivered(second);
        deliver();
        assertInboundReverted(
            first,
            abi.encodeWithSelector(PlugsGateway.AlreadyReceived.selector, recipient.receiveId())
        );
        vm.assertEq(recipient.total(), 1, "received");
    }

    function testFuzz_relay_nobodyGivesLessGasThanTheSenderAskedFor(address stranger, uint32 gasLimit) public {
        vm.assume(gasLimit < GAS);
        send(address(here), _call("swallowed", _relayed(GAS, REFUNDED)));
        vm.deal(stranger, 1 ether);
        vm.prank(stranger);
        vm.expectRevert(abi.encodeWithSelector(PlugsGateway.TooLittleGas.selector, GAS));
        here.relay{value: 1 ether}(bytes32(uint256(1)), address(this), to, "swallowed", gasLimit, stranger);
    }

    function test_relay_aMessageIsNotReceivedAgainWhileItIsReceived() public {
        bytes32 sendId = _unpaid("once");
        bytes32 first = send(address(here), _relayCall(sendId, "once", GAS));
        bytes32 second = send(address(here), _relayCall(sendId, "once", 2 * GAS));
        for (uint256 i = 0; i < 3; i++) advanceAny(0);
        for (uint256 i = 0; i < 3; i++) advanceAny(1);
        (address socket, , bytes memory execution) = executionOf(first);
        recipient.callWhenReceiving(socket, execution);
        deliver(second);
        assertDelivered(second);
        vm.assertFalse(recipient.called());
        vm.assertEq(recipient.total(), 1, "received");
        assertNotDelivered(first);
    }
}

contract PlugsGatewayReceivingTest is TwoGateways {
    bytes32 private msgId;

    function setUp() public override {
        super.setUp();
        msgId = send(address(here), _call("hello", _relayed(GAS, REFUNDED)));
    }

    function test_inbound_isRetriedUntilTheRecipientAccepts() public {
        bytes4 wrong = 0xdeadbeef;
        bytes memory shortly = abi.encodePacked(recipient.receiveMessage.selector);
        _failsWith(MoodyRecipient.Mood.Reverts, abi.encodePacked(MoodyRecipient.NotInTheMood.selector));
        _failsWith(MoodyRecipient.Mood.RevertsWithoutData, abi.encodePacked(Errors.FailedCall.selector));
        _failsWith(MoodyRecipient.Mood.AnswersWrongly, _notAccepted(abi.encode(wrong)));
        _failsWith(MoodyRecipient.Mood.AnswersShortly, _notAccepted(shortly));
        recipient.feel(MoodyRecipient.Mood.Accepts);
        deliver();
        assertDelivered(msgId);
        vm.assertEq(recipient.total(), 1, "received");
    }

    function test_inbound_revertsForARecipientWithoutCode() public {
        to = InteroperableAddress.formatEvmV1(BETA_ID, address(0xe0a));
        msgId = send(address(here), _call("", _relayed(GAS, REFUNDED)));
        deliver();
        assertInboundReverted(msgId, abi.encodeWithSelector(Address.AddressEmptyCode.selector, address(0xe0a)));
    }

    function test_inbound_theRecipientSendsAnAnswer() public {
        bytes memory back = InteroperableAddress.formatEvmV1(ALPHA_ID, address(recipient));
        recipient.callWhenReceiving(
            address(there),
            abi.encodeCall(there.sendMessage, (back, "answer", new bytes[](0)))
        );
        deliver();
        vm.assertTrue(recipient.called());
        vm.assertEq(there.sentCount(), 1, "sent");
    }

    function testFuzz_inbound_givesTheGasThatWasPromised(uint32 gas) public {
        bytes memory message = messageOf(msgId).payload;
        vm.prank(address(there.socket()));
        (bool success, ) = address(there).call{gas: gas % 600_000}(abi.encodeCall(there.inbound, (alpha, message)));
        vm.assertTrue(!success || recipient.gasGiven() + 1000 >= GAS);
    }

    function testFuzz_inbound_minMsgGasLimitIsEnoughForIt(uint16 size, uint32 gasLimit) public {
        bytes memory payload = new bytes(size % 2500);
        gasLimit = uint32(GAS + 100 * payload.length) + (gasLimit % 10_000_000);
        msgId = send(address(here), _call(payload, _relayed(gasLimit, REFUNDED)));
        deliver();
        assertDelivered(msgId);
        vm.assertGe(recipient.gasGiven() + 1000, gasLimit);
    }

    function test_inbound_revertsWithLessGasThanPromised() public {
        bytes memory call = abi.encodeCall(there.inbound, (alpha, messageOf(msgId).payload));
        vm.prank(address(there.socket()));
        (bool success, bytes memory reason) = address(there).call{gas: GAS}(call);
        vm.assertFalse(success);
        vm.assertEq(reason, abi.encodeWithSelector(PlugsGateway.TooLittleGas.selector, GAS));
    }

    function test_inbound_refusesForgery() public {
        assertRefusesForgery(address(there), alpha, messageOf(msgId).payload);
    }

    function _notAccepted(bytes memory answer) private view returns (bytes memory) {
        return abi.encodeWithSelector(PlugsGateway.NotAccepted.selector, address(recipient), answer);
    }

    function _failsWith(MoodyRecipient.Mood mood, bytes memory revertData) private {
        recipient.feel(mood);
        deliver();
        assertInboundReverted(msgId, revertData);
    }
}

contract PlugsGatewayLinkingTest is TwoGateways {
    function test_link_isMadeOnce() public {
        address switchboard = chainOf(alpha).switchboard;
        bytes memory refusal = abi.encodeWithSelector(PlugsGateway.AlreadyLinked.selector, BETA_ID, beta);
        vm.expectRevert(refusal);
        here.link(beta, address(0xbad), switchboard, BETA_ID);
        vm.expectRevert(abi.encodeWithSelector(PlugsGateway.AlreadyLinked.selector, beta, beta));
        here.connect(beta, address(0xbad), switchboard);
        uint32 gamma = addChain("gamma").slug;
        vm.expectRevert(abi.encodeWithSelector(PlugsGateway.AlreadyLinked.selector, BETA_ID, gamma));
        here.link(gamma, address(0xbad), switchboard, BETA_ID);
        vm.assertEq(here.siblings(beta), address(there));
        here.connect(gamma, address(0xbad), switchboard);
        vm.assertEq(here.chainSlugOf(gamma), gamma);
        vm.assertEq(here.chainIdOf(gamma), gamma);
        vm.assertEq(here.chainIdOf(beta), BETA_ID);
    }

    function test_link_isLogged() public {
        uint32 gamma = addChain("gamma").slug;
        address switchboard = chainOf(alpha).switchboard;
        vm.expectEmit(address(here));
        emit PlugsGateway.Linked(8, gamma, address(9));
        here.link(gamma, address(9), switchboard, 8);
    }

    function test_link_refusesWhatNeverWorks() public {
        address switchboard = chainOf(alpha).switchboard;
        vm.expectRevert(abi.encodeWithSelector(PlugsGateway.IncompleteLink.selector, 0, address(1)));
        here.link(7, address(1), switchboard, 0);
        vm.expectRevert(abi.encodeWithSelector(PlugsGateway.IncompleteLink.selector, 7, address(0)));
        here.connect(7, address(0), switchboard);
    }

    function test_link_refusesTheOwnChain() public {
        address switchboard = chainOf(alpha).switchboard;
        uint32 own = uint32(block.chainid);
        vm.expectRevert(abi.encodeWithSelector(PlugsGateway.OwnChain.selector, own, 7));
        here.link(7, address(1), switchboard, own);
        vm.expectRevert(abi.encodeWithSelector(PlugsGateway.OwnChain.selector, own, own));
        here.connect(own, address(1), switchboard);
        vm.expectRevert(abi.encodeWithSelector(PlugsGateway.OwnChain.selector, 7, alpha));
        here.link(alpha, address(1), switchboard, 7);
    }

    function testFuzz_link_isForTheOwner(address stranger) public {
        vm.assume(stranger != address(this));
        address switchboard = chainOf(alpha).switchboard;
        bytes memory refusal = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger);
        vm.startPrank(stranger);
        vm.expectRevert(refusal);
        here.link(7, address(1), switchboard, 7);
        vm.expectRevert(refusal);
        here.connect(7, address(1), switchboard);
        vm.stopPrank();
    }
}

/// @dev Sends, pays for what waits and sends again, either way and for any value. What it inherits delivers.
contract GatewayHandler is DeliveryHandler {
    PlugsGateway[2] private _gateways;
    bytes[2] private _recipients;
    address private immutable _refunded;
    /// @notice What was attached above the fees.
    uint256 public excess;
    /// @notice What was paid, at the price of each message.
    uint256 public paid;

    constructor(
        CrossChainTest world_,
        PlugsGateway[2] memory gateways,
        bytes[2] memory recipients,
        address refunded
    ) DeliveryHandler(world_) {
        (_gateways, _recipients, _refunded) = (gateways, recipients, refunded);
    }

    function send(bool isBack, uint32 gasLimit, uint64 rest) external {
        bytes[] memory attributes = new bytes[](1);
        attributes[0] = abi.encodeCall(IRelayAttribute.requestRelay, (0, gasLimit, _refunded));
        bytes memory input = abi.encodeCall(PlugsGateway.sendMessage, (_toward(isBack), "payload", attributes));
        _pay(isBack, gasLimit, rest, input);
    }

    function sendUnpaid(bool isBack) external {
        _from(isBack).sendMessage(_toward(isBack), "payload", new bytes[](0));
    }

    function relay(bool isBack, uint256 seed, uint32 gasLimit, uint64 rest) external {
        uint256 count = _from(isBack).sentCount();
        if (count == 0) return;
        bytes32 sendId = bytes32(1 + (seed % count));
        bytes memory input = abi.encodeCall(
            PlugsGateway.relay,
            (sendId, address(this), _toward(isBack), "payload", gasLimit, _refunded)
        );
        _pay(isBack, gasLimit, rest, input);
    }

    function _pay(bool isBack, uint32 gasLimit, uint64 rest, bytes memory input) private {
        uint256 fee = _from(isBack).quote(_toward(isBack), 7, gasLimit);
        (paid, excess) = (paid + fee, excess + rest);
        world.sendAs(address(this), address(_from(isBack)), input, fee + rest);
    }

    function _from(bool isBack) private view returns (PlugsGateway) {
        return _gateways[isBack ? 1 : 0];
    }

    function _toward(bool isBack) private view returns (bytes memory) {
        return _recipients[isBack ? 0 : 1];
    }
}

contract PlugsGatewayInvariantsTest is TwoGateways {
    GatewayHandler private handler;

    function setUp() public override {
        super.setUp();
        bytes memory back = InteroperableAddress.formatEvmV1(ALPHA_ID, address(recipient));
        handler = new GatewayHandler(this, [here, there], [back, to], REFUNDED);
    }

    /// @dev Tells the test runner to call this contract only.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_aMessageIsReceivedAtMostOnce() public view {
        vm.assertLe(recipient.most(), 1);
        vm.assertLe(recipient.total(), here.sentCount() + there.sentCount());
    }

    function invariant_whatIsAttachedIsPaidOrRefunded() public view {
        vm.assertEq(REFUNDED.balance, handler.excess(), "refunded");
        vm.assertEq(address(here).balance + address(there).balance, 0, "kept");
        uint256 fees = chainOf(alpha).executionManager.balance + chainOf(beta).executionManager.balance;
        vm.assertEq(fees, handler.paid(), "paid");
    }

    /// @dev Guards against an invariant that holds only because nothing is ever sent or delivered.
    function test_handler_sendsRelaysAndDelivers() public {
        handler.send(false, uint32(GAS), 5);
        handler.sendUnpaid(true);
        handler.relay(true, 0, uint32(GAS), 6);
        handler.relay(true, 0, uint32(GAS), 7);
        handler.deliverAll(0);
        vm.assertEq(recipient.total(), 2, "received");
        vm.assertEq(pending().length, 1, "never received");
        vm.assertEq(REFUNDED.balance, 18, "refunded");
        invariant_whatIsAttachedIsPaidOrRefunded();
    }
}
